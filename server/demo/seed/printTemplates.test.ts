import { expect, it } from 'vitest';
import { PRINT_EXAMPLES } from '../../../contract/print/examples.ts';
import { layOut, type PrintWords } from '../../../contract/print/layout.ts';
import { orderNumber } from '../../domain/orders/orderNumber.ts';
import { newId } from '../../platform/db/id.ts';
import { SHIPPED_PRINTS } from './printTemplates.ts';

const words: PrintWords = {
  local: () => '',
  name: (field) => field,
  value: (_, value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''),
  carried: '',
  brought: '',
  total: '',
};

it.each(SHIPPED_PRINTS.map((template) => [template.source, template] as const))(
  'has an order number whole and on one line: %s',
  (source, template) => {
    const number = orderNumber('collectOrder', newId());
    const { fields, rows } = PRINT_EXAMPLES[source];
    const data = {
      fields: { ...fields, orderNo: number },
      rows: { entries: [{ ...rows.entries?.[0], orderNo: number }] },
    };
    const [page] = layOut(template, data, words);
    const found = page!.items.find((item) => item.kind === 'text' && item.text === number);
    expect(found).toMatchObject({ letters: { size: expect.any(Number) } });
    const sizes = template.elements.flatMap((each) =>
      (each.kind === 'field' && each.field === 'orderNo') || each.kind === 'table' ? [each.size] : [],
    );
    expect(found).toMatchObject({ letters: { size: sizes[0] } });
  },
);

it.each(SHIPPED_PRINTS)('has columns as wide as their table: $source', ({ elements }) => {
  for (const each of elements)
    if (each.kind === 'table') expect(each.columns.reduce((sum, { w }) => sum + w, 0)).toBe(each.w);
});
