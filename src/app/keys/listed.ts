import type { Registered } from '../../kit/commands/registry.ts';
import { matches } from '../palette/rank.ts';
import { chordLabel } from '../../kit/commands/chord.ts';

/** Commands under one heading of the sheet. */
export interface Section {
  title: string;
  list: readonly Registered[];
}

/** Layouts 2 to 9: the first represents all of them. */
const REPEATED = /^layout\.switch\.[2-9]$/;
export const SWITCH = 'layout.switch.1';
const GO = /^go\./;

export interface Titles {
  global: string;
  go: string;
  /** What the panel of a scope is called. */
  panel: (scope: string) => string;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s+]/g, '');

/** By its name, or by a key as it is written on screen: `ctrl k`, `⇧s`. */
function isMeant({ id, label, keys = [] }: Registered, text: string): boolean {
  if (text === '') return keys.length > 0;
  if (keys.some((each) => plain(chordLabel(each)) === plain(text))) return true;
  return matches(label(), id, text);
}

/**
 * The commands a text means, each once: those of the active panel first, then of the whole product, of the views to go to
 * and of the other panels. Without a text, those that have keys.
 */
export function sectionsOf(
  all: readonly Registered[],
  active: string | undefined,
  text: string,
  titles: Titles,
): Section[] {
  const seen = new Set<string>();
  const take = (own: (command: Registered) => boolean): Registered[] =>
    all.filter((command) => {
      if (seen.has(command.id) || !own(command)) return false;
      seen.add(command.id);
      return isOffered(command) && isMeant(command, text.trim());
    });
  const others = new Set(
    all.flatMap(({ scope }) => (scope !== undefined && scope !== active ? [scope] : [])),
  );
  return [
    ...(active === undefined
      ? []
      : [{ title: titles.panel(active), list: take(({ scope }) => scope === active) }]),
    { title: titles.global, list: take(({ scope, id }) => scope === undefined && !GO.test(id)) },
    { title: titles.go, list: take(({ scope }) => scope === undefined) },
    ...[...others].map((each) => ({ title: titles.panel(each), list: take(({ scope }) => scope === each) })),
  ].filter(({ list }) => list.length > 0);
}

/** What only its caller can run has no key and needs none. */
const isOffered = ({ id, hidden, keys = [] }: Registered): boolean =>
  !REPEATED.test(id) && (!hidden || GO.test(id) || keys.length > 0);
