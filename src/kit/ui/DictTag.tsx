import { useAtomValue } from 'jotai';
import { dictsAtom, entryOf, labelOf } from '../data/dict.ts';
import { localeAtom } from '../i18n/locale.ts';

/** The word of a dictionary value in its colour; an unknown value shows itself. */
export function DictTag({ dict: code, value }: { dict: string; value: unknown }) {
  useAtomValue(dictsAtom);
  useAtomValue(localeAtom);
  if (value === null || value === undefined || value === '') return null;
  const entry = entryOf(code, value);
  return (
    <span className={`pd-tag pd-tag-${entry?.tagType ?? 'info'}`}>
      {entry ? labelOf(code, entry) : String(value)}
    </span>
  );
}
