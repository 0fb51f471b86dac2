import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { DICTS, type TagType } from '../../../contract/dicts.ts';
import { i18n, translateIfAny } from '../i18n/i18n.ts';
import { localeAtom } from '../i18n/locale.ts';

export interface DictEntry {
  value: string | number;
  /** In the language it was asked for; before the server answered, simplified Chinese. */
  label: string;
  /** An administrator calls a shipped item otherwise. */
  renamed?: boolean;
  name: string;
  tagType: TagType;
}

type Dicts = Readonly<Record<string, readonly DictEntry[]>>;

const TONES: readonly TagType[] = ['success', 'warning', 'info', 'primary', 'danger'];

/** The server's dictionaries; until they arrive, the ones the code itself depends on. */
export const dictsAtom = atom<Dicts>(DICTS as Dicts);

function parseEntry(code: string, raw: unknown): DictEntry | undefined {
  if (raw === null || typeof raw !== 'object') return undefined;
  const row = raw as Record<string, unknown>;
  const text = String(row.value ?? '');
  const numeric = code.endsWith('Enum') && text !== '' && Number.isFinite(Number(text));
  const tone = TONES.find((name) => name === row.tagType) ?? 'primary';
  const label = String(row.label ?? row.name ?? text);
  const entry = {
    value: numeric ? Number(text) : text,
    label,
    name: String(row.name ?? text),
    tagType: tone,
  };
  return row.renamed === true ? { ...entry, renamed: true } : entry;
}

/** Dictionaries that no server has: the choices of a drawn form. No list is drawn again for them. */
const addedAtom = atom<Dicts>({});

export function addDict(code: string, entries: readonly DictEntry[]): void {
  const store = getDefaultStore();
  const added = store.get(addedAtom);
  if (JSON.stringify(added[code]) !== JSON.stringify(entries))
    store.set(addedAtom, { ...added, [code]: entries });
}

const entriesOf = (code: string): readonly DictEntry[] | undefined => {
  const store = getDefaultStore();
  return store.get(dictsAtom)[code] ?? store.get(addedAtom)[code];
};

/** Takes `allDictList`; a type the server does not send keeps its built-in items. */
export function setDicts(raw: unknown): void {
  const received = Object.entries((raw ?? {}) as Record<string, unknown>).map(([code, rows]) => [
    code,
    (Array.isArray(rows) ? rows : [])
      .map((row) => parseEntry(code, row))
      .filter((entry) => entry !== undefined),
  ]);
  const next = { ...(DICTS as Dicts), ...(Object.fromEntries(received) as Dicts) };
  const store = getDefaultStore();
  // Every list is drawn again with it: after a reconnection it is mostly the same.
  if (JSON.stringify(next) !== JSON.stringify(store.get(dictsAtom))) store.set(dictsAtom, next);
}

/** What an administrator renamed is called so; else our own words in three languages where we have them. */
export function labelOf(code: string, entry: DictEntry): string {
  if (entry.renamed) return entry.label;
  return translateIfAny(`dicts:${code}.${entry.value}`) ?? entry.label;
}

export interface DictOption extends DictEntry {
  label: string;
}

/** What a value is; of one that is switched off and thus not offered, what the product ships. */
export function entryOf(code: string, value: unknown): DictEntry | undefined {
  const isIt = (item: DictEntry): boolean => String(item.value) === String(value);
  return entriesOf(code)?.find(isIt) ?? (DICTS as Dicts)[code]?.find(isIt);
}

const withLabels = (code: string): DictOption[] =>
  (entriesOf(code) ?? []).map((entry) => ({ ...entry, label: labelOf(code, entry) }));

/** Items with their words, for selects and filters outside React. */
export const dict = (code: string): DictOption[] => withLabels(code);

/** The same inside React; follows the language and the server. */
export function useDict(code: string): DictOption[] {
  useAtomValue(dictsAtom);
  useAtomValue(addedAtom);
  useAtomValue(localeAtom);
  return withLabels(code);
}

interface EntryLook {
  label: string;
  tone: TagType;
}

/** What was looked up already: a list that is scrolled asks for the same few words with every row. */
const looks = new Map<string, EntryLook>();
const forget = (): void => looks.clear();
getDefaultStore().sub(dictsAtom, forget);
getDefaultStore().sub(addedAtom, forget);
i18n.on('languageChanged', forget);
i18n.on('loaded', forget);

function lookOf(code: string, value: unknown): EntryLook {
  const key = `${code}\t${String(value)}`;
  const known = looks.get(key);
  if (known) return known;
  const entry = entryOf(code, value);
  const bare = value === null || value === undefined ? '' : String(value);
  const found: EntryLook = { label: entry ? labelOf(code, entry) : bare, tone: entry?.tagType ?? 'info' };
  // Values without an entry are without number.
  if (entry) looks.set(key, found);
  return found;
}

/** The word of one value. */
export const dictLabel = (code: string, value: unknown): string => lookOf(code, value).label;

/** The colour of one value. */
export const dictTone = (code: string, value: unknown): TagType => lookOf(code, value).tone;
