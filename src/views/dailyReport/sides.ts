import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { formatMoney } from '../../kit/index.ts';
import type { Filters } from '../../resource/filters/model.ts';
import type { Column } from '../../resource/grid/columns.ts';

/** A row is about collections or about payouts: what the other side came to is nothing by its nature. */

const PAY = dictValue('reportTypeEnum', 'pay');
const LEADS = 'totalCollection';

export const isPay = (row: Row | undefined): boolean => row?.type === PAY;

const totalOf = (row: Row): string => String(row[isPay(row) ? 'totalPayment' : 'totalCollection'] ?? '');

/** In a narrow list the first figure is the one of the row's own side. */
export const sideColumns =
  (label: string) =>
  (columns: readonly Column[]): Column[] =>
    columns.map((column) =>
      column.colId === LEADS
        ? {
            ...column,
            headerName: label,
            // One order over figures of two columns is none.
            sortable: false,
            valueFormatter: ({ data }) =>
              data && !data.gap
                ? formatMoney(totalOf(data), String(data.currency ?? ''), { code: true })
                : '',
          }
        : column,
    );

/** The foot adds up the side that is looked at, else both. */
export function sideSums({ type }: Filters): readonly string[] {
  const types = Array.isArray(type) ? type : [];
  if (types.length !== 1) return ['totalCollection', 'totalPayment'];
  return types[0] === PAY ? ['totalPayment', 'successPayment'] : ['totalCollection', 'successCollection'];
}
