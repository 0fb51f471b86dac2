import type { Caller } from '../platform/http/caller.ts';
import type { Actor } from './actOnRow.ts';
import { guardSql } from './locked.ts';
import type { Params } from './sql.ts';

/** The first reason that refuses a row, as SQL over alias t; null where none is known before it is tried. */
export function refusalSql(
  { compiled, action, estimate, deps }: Actor,
  caller: Caller,
  params: Params,
): string {
  const { instead, refusals } = estimate;
  const further = refusals?.(caller, (value) => params.add(value), deps.clock.now()) ?? [];
  const cases = [
    ...(instead ? [`when ${instead.when} then '${instead.code}'`] : []),
    `when not (${guardSql(compiled, action.when, params)}) then 'guard'`,
    ...further.map(({ code, when }) => `when ${when} then '${code}'`),
  ];
  return `case ${cases.join(' ')} end`;
}
