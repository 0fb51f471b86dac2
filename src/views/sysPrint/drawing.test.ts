import { expect, it } from 'vitest';
import { BLANK_TEMPLATE } from '../../../contract/print/printed.ts';
import { faultOf, type PrintTemplate } from '../../../contract/print/template.ts';
import { begin, changed, doubled, KINDS, moved, newElement, redo, undo, without } from './drawing.ts';

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
