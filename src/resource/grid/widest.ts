import type { Column as GridColumn } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { Ruler } from './body/measure.ts';
import { ClaimCell, type GridContext, type TagParams, TagCell, claimText, tagText } from './cells.ts';
import { type Column, contextOf, fixedClasses } from './columns.ts';

/** Per column the widest text of all that were taken in. */
export interface Widest {
  /** The ids of the columns in which one of the rows is the widest now. */
  take(columns: readonly GridColumn<Row>[], rows: readonly Row[]): Set<string>;
  text(column: string): string;
  /** No column has a text. */
  empty(): boolean;
  clear(): void;
}

function textOf(definition: Column, row: Row, context: GridContext): string {
  const { colId = '', cellRenderer, cellRendererParams, valueFormatter } = definition;
  if (cellRenderer === ClaimCell) return claimText(row, context, cellRendererParams).join('');
  if (cellRenderer === TagCell) return tagText(cellRendererParams as TagParams, row[colId], row);
  if (typeof valueFormatter !== 'function' || cellRenderer) return '';
  return valueFormatter({ data: row, value: row[colId] } as unknown as Parameters<typeof valueFormatter>[0]);
}

export function createWidest(ruler: Pick<Ruler, 'width'>, context: () => GridContext): Widest {
  const widest = new Map<string, { text: string; width: number }>();
  const likenesses = new Map<string, Set<string>>();

  /** In what the rows measured in a column were alike. */
  function likenessesIn(column: string): Set<string> {
    const known = likenesses.get(column) ?? new Set();
    likenesses.set(column, known);
    return known;
  }

  return {
    take(columns, rows) {
      const grown = new Set<string>();
      for (const column of columns) {
        const definition = column.getColDef() as Column;
        const id = column.getColId();
        const { like } = contextOf(definition);
        const known = likenessesIn(id);
        const mono = fixedClasses(definition).includes('pd-mono');
        for (const row of rows) {
          if (row.gap) continue;
          const likeness = like?.(row);
          if (likeness !== undefined && known.has(likeness)) continue;
          if (likeness !== undefined) known.add(likeness);
          const text = textOf(definition, row, context());
          const width = text === '' ? 0 : ruler.width(text, mono);
          if (width <= (widest.get(id)?.width ?? 0)) continue;
          widest.set(id, { text, width });
          grown.add(id);
        }
      }
      return grown;
    },
    text: (column) => widest.get(column)?.text ?? '',
    empty: () => widest.size === 0,
    clear() {
      widest.clear();
      likenesses.clear();
    },
  };
}
