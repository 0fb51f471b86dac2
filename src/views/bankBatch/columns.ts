import { dictLabel, formatCount, translate } from '../../kit/index.ts';
import type { Row } from '../../../contract/calls.ts';
import type { TagParams } from '../../resource/grid/cells.ts';
import type { Column } from '../../resource/grid/columns.ts';
import { badLines } from './result.ts';
import './batch.css';

const STATUS = 'batchStatusEnum';
/** What became of a file, and why, comes before what else is known of it. */
const FIRST = ['batchNo', 'status', 'failed', 'failure', 'lines', 'accepted', 'matched'];
/** With a mark that a short word has room for. */
const STATUS_WIDTH = 96;

/** The status names the lines that are none: a file read in part is not simply read. */
const word = (value: unknown, row: Row): string | undefined =>
  badLines(row) > 0
    ? translate('bank:bankBatch.partly', {
        status: dictLabel(STATUS, value),
        count: formatCount(badLines(row)),
      })
    : undefined;

/** The columns of batches: how each came out within the edge of any window. */
export function batchColumns(columns: readonly Column[]): Column[] {
  const all = new Map(columns.map((column) => [column.colId!, column]));
  const [select, ...rest] = columns.filter(({ colId }) => !FIRST.includes(colId!));
  const own = (id: string): Column => {
    const column = all.get(id)!;
    if (id === 'status')
      return {
        ...column,
        width: STATUS_WIDTH,
        cellRendererParams: { dict: STATUS, word } satisfies TagParams,
        cellClassRules: { 'batch-partly': ({ data }) => badLines(data) > 0 },
      };
    if (id === 'failed')
      return { ...column, cellClassRules: { 'pd-down': ({ data }) => badLines(data) > 0 } };
    return column;
  };
  return [select!, ...FIRST.filter((id) => all.has(id)).map(own), ...rest];
}
