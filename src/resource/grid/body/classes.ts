import type { CellClassRules, RowClassRules } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';

/** The names of the rules that hold, each behind a blank; of AG Grid's two kinds of rules functions alone are used. */
export function classesBy(
  rules: RowClassRules<Row> | CellClassRules<Row> | undefined,
  params: object,
): string {
  let names = '';
  for (const [name, rule] of Object.entries(rules ?? {}))
    if (typeof rule === 'function' && (rule as (params: object) => boolean)(params)) names += ` ${name}`;
  return names;
}
