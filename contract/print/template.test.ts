import { expect, it } from 'vitest';
import { PRINT_EXAMPLES } from './examples.ts';
import { BLANK_TEMPLATE } from './printed.ts';
import { PRINT_SOURCES, printSource } from './sources.ts';
import { picturesIn, type PrintTemplate, printsOf, readTemplate } from './template.ts';
import { Amount } from '../money.ts';

const own = JSON.parse(BLANK_TEMPLATE) as Record<string, unknown>;
const read = (over: Record<string, unknown>) => readTemplate(JSON.stringify({ ...own, ...over }));
const place = { x: 0, y: 0, w: 10, h: 5 };

it('reads our own templates, and those of other programs as theirs', () => {
  expect(readTemplate(BLANK_TEMPLATE).kind).toBe('own');
  expect(readTemplate('{"panels":[{"printElements":[]}]}').kind).toBe('foreign');
  expect(readTemplate('[]').kind).toBe('foreign');
  for (const none of ['', '{', '5', 'null'])
    expect(readTemplate(none)).toEqual({ kind: 'wrong', fault: { says: 'shape' } });
});

it.each([
  [{ source: 'sysUser' }, { says: 'shape' }],
  [{ script: 'alert(1)' }, { says: 'shape' }],
  [{ paper: { size: 'own', width: 5 } }, { says: 'shape' }],
  [{ elements: [{ kind: 'line', ...place, onclick: 'x' }] }, { says: 'shape', element: 1 }],
  [{ elements: [{ kind: 'line', ...place, x: -5 }] }, { says: 'shape', element: 1 }],
  [{ elements: [{ kind: 'text', ...place, size: 8, text: { fr: 'a' } }] }, { says: 'shape', element: 1 }],
  [
    { elements: [{ kind: 'text', ...place, size: 8, text: { en: '{nobody}' } }] },
    { says: 'name', element: 1, name: 'nobody' },
  ],
  [
    { elements: [{ kind: 'qr', ...place, text: '{toString}' }] },
    { says: 'name', element: 1, name: 'toString' },
  ],
  [{ elements: [{ kind: 'line', ...place, x: 75 }] }, { says: 'outside', element: 1 }],
  [{ only: { field: 'amount', in: ['1'], otherwise: 'x' } }, { says: 'only' }],
  [{ only: { field: 'status', in: [99], otherwise: 'x' } }, { says: 'only' }],
  [{ only: { field: 'status', in: [], otherwise: 'x' } }, { says: 'shape' }],
  [
    {
      source: 'merchantStatement',
      elements: [],
      only: { field: 'type', in: [1], otherwise: 'x' },
    },
    { says: 'only' },
  ],
  [
    { elements: [{ kind: 'table', ...place, size: 8, rows: 'entries', columns: [{ field: 'at', w: 20 }] }] },
    { says: 'name', element: 1, name: 'entries' },
  ],
])('refuses %j', (over, fault) => {
  expect(read(over)).toEqual({ kind: 'wrong', fault });
});

it('has one table', () => {
  const table = { kind: 'table', ...place, size: 8, rows: 'entries', columns: [{ field: 'at', w: 10 }] };
  expect(read({ source: 'merchantStatement', elements: [table, table] })).toEqual({
    kind: 'wrong',
    fault: { says: 'tables' },
  });
  const column = { ...table, columns: [{ field: 'secret', w: 10 }] };
  expect(read({ source: 'merchantStatement', elements: [column] })).toMatchObject({
    fault: { name: 'secret' },
  });
});

it('prints the states that it is of, and every one where it names none', () => {
  const own: PrintTemplate = { paydesk: 1, source: 'collectReceipt', paper: { size: 'A5' }, elements: [] };
  const paid = { ...own, only: { field: 'status', in: [2], otherwise: 'Not paid' } };
  expect(readTemplate(JSON.stringify(paid)).kind).toBe('own');
  expect([0, 1, 2, 3].filter((status) => printsOf(paid, { status }))).toEqual([2]);
  expect(printsOf(paid, {})).toBe(false);
  expect(printsOf(own, { status: 0 })).toBe(true);
});

it('names the files that it shows', () => {
  const picture = (id: string) => ({ kind: 'picture', ...place, picture: id });
  const answer = read({ elements: [picture('logo'), picture('12'), picture('12')] });
  expect(answer.kind === 'own' && picturesIn(answer.template)).toEqual(['12']);
});

it.each(PRINT_SOURCES)('has an example with the values of %s and no others', (name) => {
  const { fields, rows } = printSource(name);
  const example = PRINT_EXAMPLES[name];
  expect(Object.keys(example.fields).toSorted()).toEqual(Object.keys(fields).toSorted());
  for (const [list, known] of Object.entries(rows))
    for (const row of example.rows[list]!)
      expect(Object.keys(row).toSorted()).toEqual(Object.keys(known).toSorted());
});

it('has an example of a statement that adds up', () => {
  const { fields, rows } = PRINT_EXAMPLES.merchantStatement;
  const { opening, in: paidIn, out, fees, closing } = fields as Record<string, string>;
  expect(new Amount(opening!).plus(paidIn!).minus(out!).minus(fees!).toFixed()).toBe(closing);
  expect(rows.entries!.at(-1)!.balance).toBe(closing);
  expect(rows.entries).toHaveLength(Number(fields.entryCount));
});
