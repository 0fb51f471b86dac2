import { localText } from '../../../contract/localised.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Compiled } from '../compile.ts';
import { JsonText } from '../json.ts';
import { CHANGE_RECORD } from './query.ts';

type Row = Record<string, unknown>;

/** A row as the family's clients read it: texts in the caller's language, the change record by the family's names. */
export function familyRow({ columns }: Compiled, caller: Caller, row: Row): Row {
  const answer: Row = { ...row, isDelete: false };
  for (const { name, field } of columns.values()) {
    const text = answer[name];
    if (field.kind === 'text' && field.localised && typeof text === 'string')
      answer[name] = localText(text, caller.locale);
  }
  for (const [theirs, ours] of Object.entries(CHANGE_RECORD)) answer[theirs] = row[ours] ?? null;
  return answer;
}

export function familyRows(compiled: Compiled, caller: Caller, { text }: JsonText): JsonText {
  const rows = JSON.parse(text) as Row[];
  return new JsonText(JSON.stringify(rows.map((row) => familyRow(compiled, caller, row))));
}
