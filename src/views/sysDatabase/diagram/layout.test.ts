import { expect, it } from 'vitest';
import type { Diagram } from '../../../../contract/databaseTables.ts';
import { BOX, draw, partOf } from './layout.ts';

const table = (name: string, group: string) => ({
  name,
  group,
  comment: '',
  columns: [{ name: 'id', type: 'bigint', key: true }],
});
const relation = (from: string, to: string) => ({
  table: from,
  column: `${to}_id`,
  target: to,
  targetColumn: 'id',
});
const WHOLE: Diagram = {
  tables: [
    table('tenant', 'system'),
    table('user', 'people'),
    table('session', 'people'),
    table('lone', 'people'),
  ],
  relations: [relation('user', 'tenant'), relation('session', 'user'), relation('user', 'user')],
};

it('shows of a group its own tables, and those that it refers to by name', () => {
  const { tables, relations } = partOf(WHOLE, 'people');
  expect(tables.map(({ name, columns }) => [name, columns.length])).toEqual([
    ['tenant', 0],
    ['user', 1],
    ['session', 1],
    ['lone', 1],
  ]);
  expect(relations).toHaveLength(3);
  expect(partOf(WHOLE, 'system')).toMatchObject({ tables: [{ name: 'tenant' }], relations: [] });
});

it('draws each table once, none over another, and a line for each relation', () => {
  const { boxes, lines, width, height } = draw(WHOLE);
  expect(boxes.map((box) => box.table.name).toSorted()).toEqual(['lone', 'session', 'tenant', 'user']);
  expect(lines.map(({ points }) => points.length >= 2)).toEqual([true, true, true]);
  for (const one of boxes) {
    expect(one.x + BOX.width).toBeLessThanOrEqual(width);
    expect(one.y + one.height).toBeLessThanOrEqual(height);
    for (const other of boxes)
      if (one !== other)
        expect(
          one.x + BOX.width <= other.x ||
            other.x + BOX.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true);
  }
});
