import { parseKeys } from '../../kit/commands/chord.ts';

/** A registered command, as far as its keys go; without a scope it is heard everywhere. */
export interface Keyed {
  id: string;
  scope?: string | undefined;
  keys?: readonly string[] | undefined;
}

/** Equal, or one begins the other: `g` would run before `g o` could be finished. */
export function collide(one: string, other: string): boolean {
  const [a, b] = [parseKeys(one), parseKeys(other)];
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

export interface Conflicts<T extends Keyed> {
  /** Heard in the same place: only one of the two could answer. */
  same: readonly T[];
  /** Of a panel, where the command is heard everywhere, or the other way round: the panel's one answers there. */
  hidden: readonly T[];
}

/** Which other commands these keys belong to, each once. */
export function conflictsOf<T extends Keyed>(all: readonly T[], id: string, keys: string): Conflicts<T> {
  const scopes = new Set(all.filter((command) => command.id === id).map(({ scope }) => scope));
  const others = new Map<string, T>();
  for (const command of all)
    if (command.id !== id && command.keys?.some((each) => collide(each, keys))) {
      const known = others.get(command.id);
      // Of several panels the one that shares a place says more.
      if (!known || scopes.has(command.scope)) others.set(command.id, command);
    }
  const found = [...others.values()];
  return {
    same: found.filter(({ scope }) => scopes.has(scope)),
    hidden: found.filter(({ scope }) => !scopes.has(scope) && (scope === undefined || scopes.has(undefined))),
  };
}

/** Chords that a browser keeps to itself: a page never hears them. */
const BROWSER = new Set(
  ['t', 'w', 'n', 'tab', 'pageup', 'pagedown']
    .flatMap((key) => [`mod+${key}`, `mod+shift+${key}`])
    .concat('alt+f4', 'mod+q', 'f11', 'f12'),
);

/** Keys that move within what has the focus: lists, forms and menus would lose them. */
const MOVING = /^(?:shift\+)?(?:tab|arrow\w+|home|end|pageup|pagedown)$/;

/** Why keys cannot be given to a command, if they cannot. */
export function refusalOf(keys: string): 'browser' | 'moving' | undefined {
  const [first = ''] = keys.split(' ');
  if (BROWSER.has(first)) return 'browser';
  return MOVING.test(first) ? 'moving' : undefined;
}
