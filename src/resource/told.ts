import type { Row } from '../../contract/calls.ts';
import type { Field } from '../../contract/field.ts';
import { callback } from '../../contract/resources/orders/callback.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { operatorName } from '../kit/index.ts';
import { wordsOf } from './actions/texts.ts';
import { type Column, cellText, columnsOf } from './grid/columns.ts';

const NONE = '–';
type JsonField = Extract<Field, { kind: 'json' }>;

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What a log kept, each value by its name and as a cell of its own kind shows it. */
function keptText(field: JsonField, row: Row, value: unknown): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return plain(value);
  // What a callback came to is kept with its order.
  const known = [resources.get(String(row[field.by ?? ''])), callback].filter((each) => each !== undefined);
  return Object.entries(value)
    .map(([name, inner]) => {
      const owner = known.find(({ fields }) => name in fields);
      const label = wordsOf(owner ?? known[0]!).field(name);
      if (inner === null || inner === undefined) return `${label} ${NONE}`;
      return `${label} ${owner ? cellText(name, owner.fields[name]!, { id: '', ...value }) || NONE : plain(inner)}`;
    })
    .join(' · ');
}

const isTold = (field: Field | undefined): boolean =>
  field !== undefined &&
  ((field.kind === 'json' && field.by !== undefined) || (field.kind === 'text' && field.actor === true));

/** A cell's text where a value is to be read by its neighbour or by who did it; as any cell's otherwise. */
export function toldText(name: string, field: Field, row: Row | undefined, full = false): string {
  const value = row?.[name];
  if (!row || row.gap === true || value === null || value === undefined || !isTold(field))
    return cellText(name, field, row, full);
  return field.kind === 'json' ? keptText(field, row, value) : operatorName(value);
}

/** The columns of a definition with such values in words. */
export const toldColumns = (resource: Resource, label: (field: string) => string): Column[] =>
  columnsOf(resource, label).map((column) => {
    const name = column.colId ?? '';
    const field = resource.fields[name];
    if (!field || !isTold(field)) return column;
    return {
      ...column,
      valueFormatter: ({ data }: { data?: Row | undefined }) =>
        toldText(name, field, data) || (data === undefined || data.gap ? '' : NONE),
    };
  });
