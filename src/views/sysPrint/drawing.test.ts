import { describe, expect, it } from 'vitest';
import { BLANK_TEMPLATE } from '../../../contract/print/printed.ts';
import { faultOf, type PrintTable, type PrintTemplate } from '../../../contract/print/template.ts';
import {
  begin,
  changed,
  doubled,
  KINDS,
  moved,
  newColumn,
  newElement,
  onPaper,
  redo,
  roomFor,
  shifted,
  undo,
  withColumns,
  without,
} from './drawing.ts';

const blank = JSON.parse(BLANK_TEMPLATE) as PrintTemplate;
const statement: PrintTemplate = {
  ...blank,
  source: 'merchantStatement',
  paper: { size: 'A4' },
  elements: [],
};

it('takes steps back and does them once more', () => {
  const first = begin(blank);
  const second = changed(first, moved(blank, 0, { x: 3 }));
  const third = changed(second, without(second.now, 1), 1);
  expect(undo(third).now).toEqual(second.now);
  expect(undo(undo(undo(third))).now).toEqual(blank);
  expect(redo(undo(third)).now).toEqual(third.now);
  // A new step forgets what was taken back.
  expect(redo(changed(undo(third), blank)).now).toEqual(blank);
});

it('keeps elements on their paper', () => {
  expect(moved(blank, 0, { x: 500 }).elements[0]).toMatchObject({ x: 10, w: 70 });
  expect(moved(blank, 0, { x: -500, y: -500 }).elements[0]).toMatchObject({ x: 0, y: 0 });
  expect(moved(blank, 0, { w: 500 }).elements[0]).toMatchObject({ x: 0, w: 80 });
  expect(doubled(blank, 1).elements).toHaveLength(3);
});

it.each(KINDS)('begins a %s that the server takes', (kind) => {
  const element = newElement(kind, statement)!;
  expect(faultOf({ ...statement, elements: [element] })).toBeUndefined();
});

it('offers a table where there are rows, and one of them', () => {
  expect(newElement('table', blank)).toBeUndefined();
  const table = newElement('table', statement)!;
  expect(newElement('table', { ...statement, elements: [table] })).toBeUndefined();
});

describe('columns of a table', () => {
  const table = newElement('table', statement) as PrintTable;

  it('are added with a value that has none yet, while the paper has room', () => {
    let now = table;
    for (let next = newColumn(now, statement); next; next = newColumn(now, statement))
      now = withColumns(now, [...now.columns, next]);
    const fields = now.columns.map(({ field }) => field);
    expect(new Set(fields).size).toBe(fields.length);
    expect(now.columns.length).toBeGreaterThan(table.columns.length);
    expect(now.w).toBe(now.columns.reduce((sum, { w }) => sum + w, 0));
    expect(faultOf({ ...statement, elements: [now] })).toBeUndefined();
  });

  it('are as wide as the paper has room, and no wider', () => {
    const most = roomFor(table, 0, statement);
    const wide = (w: number) => withColumns(table, table.columns.with(0, { ...table.columns[0]!, w }));
    expect(faultOf({ ...statement, elements: [wide(most)] })).toBeUndefined();
    expect(faultOf({ ...statement, elements: [wide(most + 1)] })).toMatchObject({ says: 'outside' });
  });

  it('change places, and stay where there is no other', () => {
    const names = (list: PrintTable['columns']) => list.map(({ field }) => field);
    const [first, second, ...rest] = names(table.columns);
    expect(names(shifted(table.columns, 0, 1))).toEqual([second, first, ...rest]);
    expect(names(shifted(table.columns, 0, -1))).toEqual(names(table.columns));
  });
});

it('begins a paper of its own size as the paper was', () => {
  expect(onPaper({ size: 'A5', turned: true }, 'own')).toEqual({ size: 'own', width: 210, height: 148 });
  expect(onPaper({ size: 'own', width: 90, height: 50 }, 'A4')).toEqual({ size: 'A4', turned: undefined });
});
