/**
 * Chords as text: modifiers in a fixed order, then the key: `mod+shift+k`, `shift+s`, `?`, `space`. Keys pressed one after
 * the other are chords with a blank between them: `g o`, `mod+k mod+s`.
 */

export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '');

const ALIASES: Readonly<Record<string, string>> = {
  ' ': 'space',
  spacebar: 'space',
  esc: 'escape',
  return: 'enter',
  left: 'arrowleft',
  right: 'arrowright',
  up: 'arrowup',
  down: 'arrowdown',
  del: 'delete',
  plus: '+',
};

const ORDER = ['mod', 'ctrl', 'meta', 'alt', 'shift'] as const;
type Modifier = (typeof ORDER)[number];

const isModifier = (part: string): part is Modifier => (ORDER as readonly string[]).includes(part);
const join = (modifiers: ReadonlySet<Modifier>, key: string): string =>
  [...ORDER.filter((name) => modifiers.has(name)), key].join('+');

/** Normal form of a chord written by hand; throws on one that no keyboard can produce. */
export function parseChord(text: string): string {
  const parts = text.trim().toLowerCase().split('+');
  // "shift++" and "+" name the plus key itself.
  const last = parts.at(-1) === '' ? '+' : parts.at(-1)!;
  const modifiers = new Set<Modifier>();
  for (const part of parts.slice(0, -1)) {
    if (part === '') continue;
    const name = part === 'cmd' ? 'meta' : part === 'control' ? 'ctrl' : part;
    if (!isModifier(name)) throw new Error(`unknown modifier ${part} in ${text}`);
    modifiers.add(name);
  }
  if (isModifier(last)) throw new Error(`a chord needs a key: ${text}`);
  return join(modifiers, ALIASES[last] ?? last);
}

const normal = new Map<string, string>();

/** Normal form of chords pressed in turn; throws as `parseChord` does. Remembered, since each key is compared with all. */
export function parseKeys(text: string): string {
  const known = normal.get(text);
  if (known !== undefined) return known;
  const parsed = text.trim().split(/\s+/).map(parseChord).join(' ');
  normal.set(text, parsed);
  return parsed;
}

export type KeyLike = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

function modifiersOf(event: KeyLike, withShift: boolean): Set<Modifier> {
  const modifiers = new Set<Modifier>();
  if (isMac ? event.metaKey : event.ctrlKey) modifiers.add('mod');
  if (isMac && event.ctrlKey) modifiers.add('ctrl');
  if (!isMac && event.metaKey) modifiers.add('meta');
  if (event.altKey) modifiers.add('alt');
  if (withShift && event.shiftKey) modifiers.add('shift');
  return modifiers;
}

const physical = (code: string): string | undefined =>
  /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).find(Boolean)?.toLowerCase();

/**
 * The chords an event may represent, the likeliest first. A symbol made with shift is itself (`?`, not `shift+/`);
 * the physical key counts too, so that letters work under a Chinese input method or a Cyrillic layout.
 */
export function chordsOf(event: KeyLike): string[] {
  const chords: string[] = [];
  const produced = event.key.toLowerCase();
  const named = ALIASES[produced] ?? produced;
  const key = physical(event.code);
  if (named.length > 1 && named !== 'process' && named !== 'unidentified' && named !== 'dead') {
    chords.push(join(modifiersOf(event, true), named));
  } else if (named.length === 1) {
    const letter = named !== event.key.toUpperCase() || /\d/.test(named);
    chords.push(join(modifiersOf(event, letter), named));
  }
  const ascii = /^[a-z0-9]$/.test(named);
  if (key && (!ascii || named !== key) && !(ascii && /[a-z]/.test(named))) {
    chords.push(join(modifiersOf(event, true), key));
  }
  return chords;
}

/** A key that only says how the next one is meant. */
export const isModifierKey = (key: string): boolean =>
  /^(?:shift|control|alt|meta|altgraph|capslock|fn)$/i.test(key);

/** What every text field does itself: clipboard, undo, moving and deleting by word. */
const EDITING =
  /^(?:(?:mod|ctrl|meta|alt)\+)+(?:shift\+)?(?:arrow\w+|home|end|backspace|delete)$|^mod\+(?:[acvxyz]|shift\+[vz])$/;

/** A chord that neither writes nor edits text: it works while typing too. */
export function isCommandChord(chord: string): boolean {
  if (/(?:^|\+)f\d{1,2}$/.test(chord)) return true;
  if (EDITING.test(chord)) return false;
  // On a Mac, Option with a letter is a character of its own.
  return isMac ? /(?:^|\+)(?:mod|ctrl)\+/.test(chord) : /(?:^|\+)(?:mod|meta|alt)\+/.test(chord);
}

const SIGNS: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: '↵',
  space: 'Space',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  delete: 'Del',
  backspace: '⌫',
  tab: 'Tab',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  contextmenu: '☰',
};

/** How a chord is written on screen: `⇧S`, `Ctrl K`, `⌘K`. */
function labelOf(text: string): string {
  const parts = parseChord(text).split(/\+(?=.)/);
  const key = parts.at(-1)!;
  const sign = SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key[0]!.toUpperCase() + key.slice(1));
  const names: Record<string, string> = isMac
    ? { mod: '⌘', meta: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
    : { mod: 'Ctrl ', ctrl: 'Ctrl ', meta: 'Meta ', alt: 'Alt ', shift: '⇧' };
  return (
    parts
      .slice(0, -1)
      .map((part) => names[part] ?? part)
      .join('') + sign
  );
}

/** How keys are written on screen: `⇧S`, `Ctrl K`, `⌘K`; `G O` where one follows the other. */
export const chordLabel = (text: string): string => text.trim().split(/\s+/).map(labelOf).join(' ');
