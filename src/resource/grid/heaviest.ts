import type { Column as GridColumn } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { ClaimCell, type GridContext, type TagParams, TagCell, claimText, tagText } from './cells.ts';
import { type Column, contextOf } from './columns.ts';
import { createScale } from './weigh.ts';

/** Of so many texts that look widest the width is measured. */
const MEASURED = 3;

interface Weighed {
  weight: number;
  text: string;
}

/** Per column the texts that look widest of all that were taken in. */
export interface Heaviest {
  /** The ids of the columns in which one of the rows is among the widest now. */
  take(columns: readonly GridColumn<Row>[], rows: readonly Row[]): Set<string>;
  texts(column: string): string[];
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

export function createHeaviest(context: () => GridContext): Heaviest {
  const heaviest = new Map<string, Weighed[]>();
  const likenesses = new Map<string, Set<string>>();
  const weightOf = createScale();

  /** In what the rows weighed in a column were alike. */
  function likenessesIn(column: string): Set<string> {
    const known = likenesses.get(column) ?? new Set();
    likenesses.set(column, known);
    return known;
  }

  /** True where the text is among the widest of its column now. */
  function weighed(column: string, text: string): boolean {
    const weight = weightOf(text);
    const known = heaviest.get(column) ?? [];
    const least = known.length < MEASURED ? 0 : known.at(-1)!.weight;
    if (weight <= least || known.some((each) => each.text === text)) return false;
    const next = [...known, { weight, text }].sort((a, b) => b.weight - a.weight);
    heaviest.set(column, next.slice(0, MEASURED));
    return true;
  }

  return {
    take(columns, rows) {
      const grown = new Set<string>();
      for (const column of columns) {
        const definition = column.getColDef() as Column;
        const id = column.getColId();
        const { like } = contextOf(definition);
        const known = likenessesIn(id);
        for (const row of rows) {
          if (row.gap) continue;
          const likeness = like?.(row);
          if (likeness !== undefined && known.has(likeness)) continue;
          if (likeness !== undefined) known.add(likeness);
          if (weighed(id, textOf(definition, row, context()))) grown.add(id);
        }
      }
      return grown;
    },
    texts: (column) => heaviest.get(column)?.map((each) => each.text) ?? [],
    empty: () => heaviest.size === 0,
    clear() {
      heaviest.clear();
      likenesses.clear();
    },
  };
}
