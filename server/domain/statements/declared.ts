import { signedAmount, printedAmount } from './amount.ts';
import type { Manner } from './line.ts';
import type { Declared } from './proof.ts';
import type { TableRow } from './table.ts';
import { statedCount, type DeclaredFigure, figureNamed } from './words.ts';

/** A figure that stands alone in its cell. */
function figureOf(text: string, { format, currency }: Manner): string | undefined {
  const printed = printedAmount(text, format.decimal, currency);
  return printed && signedAmount(printed);
}

const LABEL = /^([^:：]{2,60})[:：]\s*(.+)$/u;

type Found = [DeclaredFigure, string];

/** Labels in one row and their figures in the row below it, each in its column. */
function labelled(row: TableRow, below: TableRow | undefined, manner: Manner): Found[] {
  const labels = row.cells.map(figureNamed);
  if (labels.filter((label) => label !== undefined).length < 2 || !below) return [];
  return labels.flatMap((label, at) => {
    const figure = label && figureOf(below.cells[at] ?? '', manner);
    return figure === undefined ? [] : [[label!, figure] as Found];
  });
}

/** A label and its figure in one cell, or in the next one of the row that is filled. */
function neighbours({ cells }: TableRow, manner: Manner): Found[] {
  return cells.flatMap((cell, at) => {
    const [, label = cell, stated] = LABEL.exec(cell) ?? [];
    const named = figureNamed(label);
    if (!named) return [];
    const text = stated ?? cells.slice(at + 1).find((next) => next !== '' && !/^[:：]$/u.test(next)) ?? '';
    const figure = figureOf(text, manner);
    return figure === undefined ? [] : [[named, figure] as Found];
  });
}

/**
 * What rows before the header and between or behind the movements say of the whole. A figure that is named twice with two
 * values says nothing: it is of a page.
 */
export function readDeclared(rows: readonly TableRow[], manner: Manner): Declared {
  const all = new Map<DeclaredFigure, Set<string>>();
  const note = ([figure, value]: Found) => {
    const values = all.get(figure) ?? new Set();
    all.set(figure, values.add(value));
  };
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    const table = labelled(row, next?.number === row.number + 1 ? next : undefined, manner);
    for (const found of table.length > 0 ? table : neighbours(row, manner)) note(found);
    const count = statedCount(row.cells.join(' '));
    if (count !== undefined) note(['count', String(count)]);
  }
  return Object.fromEntries(
    Array.from(all, ([figure, values]) => [figure, values.size === 1 ? [...values][0] : undefined]).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Declared;
}
