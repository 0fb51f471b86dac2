import { atom, getDefaultStore } from 'jotai';
import { chordsOf, isCommandChord, isModifierKey, parseKeys } from './chord.ts';
import { watchWork, workDocument } from '../workWindow.tsx';
import { type Command, commands } from './registry.ts';
import { isTyping } from './typing.ts';

/** The documents whose keys we hear: the page and every pop-out. */
export const keyDocumentsAtom = atom<readonly Document[]>([]);

/** Hears the keys of a pop-out's document until undone. */
export function attachKeys(target: Document): () => void {
  const store = getDefaultStore();
  if (store.get(keyDocumentsAtom).includes(target))
    throw new Error('keys of this document are heard already');
  store.set(keyDocumentsAtom, [...store.get(keyDocumentsAtom), target]);
  const stopWatching = watchWork(target);
  return () => {
    stopWatching();
    store.set(
      keyDocumentsAtom,
      store.get(keyDocumentsAtom).filter((known) => known !== target),
    );
  };
}

const OVER = 'dialog,[role="dialog"],[role="menu"],[role="listbox"]';

/**
 * While nobody has the focus, what is open over the page or the panel is what a letter is meant for. Esc still
 * goes to the panel, which closes what is open.
 */
function isForOpen({ key, target }: KeyboardEvent, scope: string | undefined): boolean {
  const element = target as HTMLElement | null;
  if (element?.tagName !== 'BODY' || key === 'Escape') return false;
  return [...element.querySelectorAll<HTMLElement>(OVER)].some((over) => {
    const panel = over.closest<HTMLElement>('[data-scope]')?.dataset.scope;
    // A popover that is shut stays in the page without content.
    return (panel === undefined || panel === scope) && over.childElementCount > 0 && over.checkVisibility();
  });
}

const PRESSED =
  'button,summary,a[href],input,[role="button"],[role="link"],[role="checkbox"],[role="switch"],[role="radio"]';

/** Space and Enter press the control that has the focus; in a cell they are about its row. */
function isPress(chords: readonly string[], target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!chords.includes('space') && !chords.includes('enter')) return false;
  return element?.matches?.(PRESSED) === true && !element.closest('[role="gridcell"]');
}

/** Around the panels: whoever is there looks at no row. */
const BARS = 'header,nav';

const DIALOG = 'dialog,[role="dialog"]';

/** A dialog over the whole page: nobody sees what is done behind it. */
function isBehind(target: EventTarget | null): boolean {
  const over = (target as HTMLElement | null)?.closest?.(DIALOG);
  return over !== null && over !== undefined && !over.closest('[data-scope]');
}

const panelsIn = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-scope]')];

/**
 * The panel of a document that has the keys while nothing in it has the focus: the active one, unless that is in
 * another window; then of a pop-out its own, and of the page none. What is done is done where it is seen.
 */
function scopeIn(page: Document): string | undefined {
  const active = commands.activeScope();
  const has = (other: Document) => panelsIn(other).some(({ dataset }) => dataset.scope === active);
  if (has(page)) return active;
  if (page !== document) return panelsIn(page).find((panel) => panel.checkVisibility())?.dataset.scope;
  return getDefaultStore().get(keyDocumentsAtom).some(has) ? undefined : active;
}

/** The panel that was worked in last, in whatever window. */
export function workScope(): string | undefined {
  const page = workDocument();
  const panel = page.activeElement?.closest<HTMLElement>('[data-scope]');
  return panel?.dataset.scope ?? scopeIn(page);
}

/** Where a key was pressed. */
interface KeyPlace {
  /** The panel it belongs to. */
  scope: string | undefined;
  /** Something modal is between the key and the panels. */
  modal: boolean;
  /** The keyboard is in that panel, where its focused row is outlined. */
  isInPanel: boolean;
}

function placeOf(target: EventTarget | null): KeyPlace {
  const element = target as HTMLElement | null;
  const panel = element?.closest?.<HTMLElement>('[data-scope]');
  const over = element?.closest?.(OVER);
  if (over && !(panel && over.contains(panel))) return { scope: undefined, modal: true, isInPanel: false };
  if (!panel && element?.closest?.(BARS)) return { scope: undefined, modal: false, isInPanel: false };
  const scope = panel?.dataset.scope ?? scopeIn(element?.ownerDocument ?? document);
  return { scope, modal: false, isInPanel: Boolean(panel) };
}

/** What is heard of keys that are pressed in turn. */
export interface Begun {
  /** Normal form of the chords so far. */
  keys: string;
  scope: string | undefined;
}

/** The first of keys that are pressed in turn, while the next one is waited for. */
export const begunAtom = atom<Begun | undefined>(undefined);

const BEGUN_MS = 2_500;
let ending: ReturnType<typeof setTimeout> | undefined;

function begin(begun: Begun | undefined): void {
  clearTimeout(ending);
  getDefaultStore().set(begunAtom, begun);
  if (begun) ending = setTimeout(begin, BEGUN_MS, undefined);
}

/** The commands a key may represent: those of the panel before those of the whole product. */
const pools = (scope: string | undefined): readonly (readonly Command[])[] => [
  scope === undefined ? [] : commands.inScope(scope),
  commands.inScope(undefined),
];

/** What follows the keys pressed so far: each command with the rest of its keys. */
export const following = ({ keys, scope }: Begun): { command: Command; rest: string }[] =>
  pools(scope).flatMap((pool) =>
    pool.flatMap((command) => {
      const longer = command.keys?.map(parseKeys).find((each) => each.startsWith(`${keys} `));
      return longer ? [{ command, rest: longer.slice(keys.length + 1) }] : [];
    }),
  );

function commandFor(chords: readonly string[], scope: string | undefined): [Command, string] | undefined {
  for (const pool of pools(scope)) {
    for (const chord of chords) {
      const found = pool.find((command) => command.keys?.some((key) => parseKeys(key) === chord));
      if (found) return [found, chord];
    }
  }
  return undefined;
}

/**
 * Keys pressed in turn: the next of them runs the command, and any other ends the wait without being a key of its own: a
 * slip of the finger must not claim an order. Undefined where nothing was begun.
 */
function goOn(event: KeyboardEvent, chords: readonly string[]): boolean | undefined {
  const begun = getDefaultStore().get(begunAtom);
  if (!begun) return undefined;
  if (isModifierKey(event.key)) return true;
  begin(undefined);
  event.preventDefault();
  const match = commandFor(
    chords.map((chord) => `${begun.keys} ${chord}`),
    begun.scope,
  );
  if (match) commands.press(match[0], placeOf(event.target).isInPanel);
  return true;
}

/** The first of keys that are pressed in turn. */
function begins(chords: readonly string[], scope: string | undefined): string | undefined {
  return chords.find((chord) => following({ keys: chord, scope }).length > 0);
}

/** Runs the command a key represents; true when it did, and the event is then used up. */
export function dispatchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  const chords = chordsOf(event);
  const went = goOn(event, chords);
  if (went !== undefined) return went;
  if (isPress(chords, event.target)) return false;
  const { scope, modal: within, isInPanel } = placeOf(event.target);
  const modal = within || isForOpen(event, scope);
  const heard = modal ? undefined : scope;
  const match = commandFor(chords, heard);
  const chord = match?.[1] ?? begins(chords, heard);
  if (chord === undefined) return false;
  if (isBehind(event.target) && !match?.[0].overDialogs) return false;
  if ((modal || isTyping(event.target)) && !isCommandChord(chord)) return false;
  event.preventDefault();
  if (!match) {
    if (!event.repeat) begin({ keys: chord, scope: heard });
    return true;
  }
  if (event.repeat && !match[0].repeat) return true;
  commands.press(match[0], isInPanel);
  return true;
}
