import { Graph, layout } from '@dagrejs/dagre';
import type { Diagram, DiagramTable, TableRelation } from '../../../../contract/databaseTables.ts';

/** Where tables are drawn, and the lines between them. */

export const BOX = { width: 230, head: 24, line: 18, foot: 6 } as const;

export interface Box {
  table: DiagramTable;
  x: number;
  y: number;
  height: number;
}

export interface Line {
  relation: TableRelation;
  points: { x: number; y: number }[];
}

export interface Drawn {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

/** What a group shows: its own tables, and those elsewhere that they refer to, by their names alone. */
export function partOf({ tables, relations }: Diagram, group: string | undefined): Diagram {
  if (group === undefined) return { tables, relations };
  const own = new Set(tables.filter((table) => table.group === group).map(({ name }) => name));
  const shown = relations.filter(({ table }) => own.has(table));
  const around = new Set(shown.map(({ target }) => target));
  return {
    tables: tables
      .filter(({ name }) => own.has(name) || around.has(name))
      .map((table) => (own.has(table.name) ? table : { ...table, columns: [] })),
    relations: shown,
  };
}

const heightOf = ({ columns }: DiagramTable): number =>
  BOX.head + (columns.length > 0 ? columns.length * BOX.line + BOX.foot : 0);

const nameOf = ({ table, column, target }: TableRelation): string => `${table}.${column}/${target}`;

/** Tables that nothing refers to and that refer to nothing go below the others, in rows. */
function addLone(lone: readonly DiagramTable[], { boxes, lines, width, height }: Drawn): Drawn {
  const gap = 24;
  const across = Math.max(1, Math.floor(Math.max(width, 4 * (BOX.width + gap)) / (BOX.width + gap)));
  let top = boxes.length > 0 ? height + 2 * gap : 0;
  const added: Box[] = [];
  for (let at = 0; at < lone.length; at += across) {
    const row = lone.slice(at, at + across);
    added.push(
      ...row.map((table, column) => ({
        table,
        x: column * (BOX.width + gap),
        y: top,
        height: heightOf(table),
      })),
    );
    top += Math.max(...row.map(heightOf)) + gap;
  }
  const right = Math.max(width, ...added.map(({ x }) => x + BOX.width));
  return { boxes: [...boxes, ...added], lines, width: right, height: Math.max(height, top - gap) };
}

/** Lays tables out from those that refer to those that are referred to, left to right. */
export function draw({ tables, relations }: Diagram): Drawn {
  const related = new Set(relations.flatMap(({ table, target }) => [table, target]));
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 70, edgesep: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const joined = tables.filter(({ name }) => related.has(name));
  for (const table of joined) graph.setNode(table.name, { width: BOX.width, height: heightOf(table) });
  for (const relation of relations) graph.setEdge(relation.table, relation.target, {}, nameOf(relation));
  layout(graph);
  const boxes = joined.map((table) => {
    const node = graph.node(table.name) as { x: number; y: number };
    const height = heightOf(table);
    return { table, x: node.x - BOX.width / 2, y: node.y - height / 2, height };
  });
  const lines = relations.map((relation) => ({
    relation,
    points: (graph.edge(relation.table, relation.target, nameOf(relation)) as { points: Line['points'] })
      .points,
  }));
  const drawn = {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x }) => x + BOX.width)),
    height: Math.max(0, ...boxes.map(({ y, height }) => y + height)),
  };
  return addLone(
    tables.filter(({ name }) => !related.has(name)),
    drawn,
  );
}
