import type { Resource } from '../../contract/resource.ts';
import { formatMoney, middle } from '../kit/index.ts';
import { type Column, asNarrow } from './grid/columns.ts';

/** On a phone and in a panel as narrow columns start small and grow to what they show, so that three or four stand side by side. */
export const PHONE_WIDTH = 46;
const [HEAD, TAIL] = [1, 4];

/** What a person looks for in a list with money: which row, how much, of which kind, in which state. */
export function phoneFirst({ label, fields, totals }: Resource): string[] {
  // Money that is never added up as one has no sum; the line's own amount is looked for all the same.
  const sum = totals.find((name) => !fields[name]!.extra) ?? ('amount' in fields ? 'amount' : undefined);
  if (sum === undefined) return [];
  const field = fields[sum]!;
  // The amount carries its currency, which may be all that a row is called by.
  const currency = field.kind === 'money' ? field.currency : undefined;
  const pinned = Object.keys(fields).filter((name) => fields[name]!.pin);
  // A long number is looked at after the amount, where something shorter already distinguishes the rows.
  const isLast = pinned.length > 0 && fields[label]?.mono === true;
  // Of a report the first sum is the one it is named after; an order's status belongs beside its amount.
  const states = ['type', 'status'].filter((name) => name in fields);
  const order = [...pinned, ...(isLast ? [sum, label] : [label, sum]), ...states];
  return [...new Set(order)].filter((name) => name !== currency);
}

/** The currency's own column lies beyond a narrow panel's edge. */
export const withCode = (name: string, currency: string, signed = false): Column => ({
  valueFormatter: ({ data }) =>
    data && !data.gap
      ? formatMoney(data[name] as string | undefined, String(data[currency] ?? ''), { code: true, signed })
      : '',
});

/** A number that stays recognisable by its ends. */
export const shortNumber = (head = HEAD): Column => ({
  valueFormatter: ({ value }) => (value ? middle(String(value), head, TAIL) : ''),
});

/** The columns of a phone's list: what is looked for first is within its edge. */
export function phoneColumns(resource: Resource, columns: readonly Column[]): Column[] {
  const { fields } = resource;
  const first = phoneFirst(resource);
  const all = new Map(columns.map((column) => [column.colId!, column]));
  const led = first.flatMap((id) => {
    const [column, field] = [all.get(id), fields[id]];
    if (!column || !field || column.hide) return [];
    const own =
      field.kind === 'money'
        ? withCode(id, field.currency, Boolean(field.signed))
        : field.mono
          ? shortNumber()
          : {};
    return [{ ...column, width: PHONE_WIDTH, ...own }];
  });
  const [select, ...rest] = columns.filter((column) => !led.some(({ colId }) => colId === column.colId));
  // The currency that the amount names already stands behind what is known of nothing else.
  const inTitle = new Set(
    led
      .map(({ colId }) => fields[colId!]!)
      .flatMap((field) => (field.kind === 'money' ? field.currency : [])),
  );
  const isInTitle = ({ colId }: Column) => inTitle.has(colId!);
  return asNarrow([
    select!,
    ...led,
    ...rest.filter((column) => !isInTitle(column)),
    ...rest.filter(isInTitle),
  ]);
}
