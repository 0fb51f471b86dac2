import * as z from 'zod';
import { type StatementFormat, statementFormatSchema } from '../../../contract/statementFormat.ts';
import { Refused } from '../../platform/http/refused.ts';

/** JSON of a statement format, in place of the bank type's. */
export const formatText = z.string().max(4_000).optional();

/** @throws Refused statementFormat, where it is none */
export function givenFormat(text: string | undefined): StatementFormat | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refused('statementFormat', { field: 'format' });
  }
  const format = statementFormatSchema.safeParse(value);
  if (!format.success)
    throw new Refused('statementFormat', { field: String(format.error.issues[0]?.path[0] ?? 'format') });
  return format.data;
}
