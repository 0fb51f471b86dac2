import type { Caller } from '../../platform/http/caller.ts';
import type { Compiled } from '../compile.ts';
import { textIn } from '../localizedRow.ts';
import { CHANGE_RECORD } from './query.ts';

export type FamilyRow = Record<string, unknown> & { id: string };

/** A row as the family's clients read it: texts in the caller's language, the change record by the family's names. */
export function familyRow({ columns, localized }: Compiled, caller: Caller, row: FamilyRow): FamilyRow {
  const answer: FamilyRow = { ...row, isDelete: false };
  for (const { name, field } of columns.values()) {
    const text = answer[name];
    if (field.kind === 'text' && field.localised && typeof text === 'string')
      answer[name] = textIn(localized.locales, caller.locale, field, text);
  }
  for (const [theirs, ours] of Object.entries(CHANGE_RECORD)) answer[theirs] = row[ours] ?? null;
  return answer;
}
