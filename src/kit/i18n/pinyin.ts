import { atom, getDefaultStore } from 'jotai';
import { localeAtom } from './locale.ts';

/** Chinese labels are found by how they are pronounced, in full or by initials: `dsdd` and `daishou` are 代收订单. */

type Match = (label: string, text: string) => [number, number] | false;

/** The table of pronunciations, once it has come: only Chinese needs it, and only who searches. */
const matchAtom = atom<{ match: Match } | undefined>(undefined);

/** Whether labels can be found so by now; the lists of whoever follows it are made again when it comes. */
export const pinyinAtom = atom((get) => get(matchAtom) !== undefined);

/** Fetches the table where the language needs one. A failed fetch leaves the search by characters. */
export async function loadPinyin(): Promise<void> {
  const store = getDefaultStore();
  const locale = store.get(localeAtom);
  if (!locale.startsWith('zh') || store.get(matchAtom)) return;
  // The table with the traditional characters has the simplified ones too.
  const { default: table } = await import('pinyin-match/es/traditional.js');
  store.set(matchAtom, { match: table.match });
}

/** Where in the label the characters begin that the text spells; undefined where it spells none. */
export function readsAs(label: string, text: string): number | undefined {
  const table = getDefaultStore().get(matchAtom);
  if (!table || !/^[a-z]/.test(text) || !/\p{sc=Han}/u.test(label)) return undefined;
  const found = table.match(label, text);
  return found === false ? undefined : found[0];
}
