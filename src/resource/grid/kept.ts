import type { Row } from '../../../contract/calls.ts';
import { type Field, labelKey } from '../../../contract/field.ts';
import { callback } from '../../../contract/resources/orders/callback.ts';
import { resources } from '../../../contract/resources/index.ts';
import { wordsOf } from '../actions/texts.ts';

const NONE = '–';

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What a log kept: each value by its name, and as a cell of its own kind shows it. */
export function keptText(
  { by }: Extract<Field, { kind: 'json' }>,
  row: Row,
  value: unknown,
  cell: (name: string, field: Field, row: Row) => string,
): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return plain(value);
  // What a callback came to is kept with its order.
  const known = [resources.get(String(row[by ?? ''])), callback].filter((each) => each !== undefined);
  // A reference is read by its label, which may stand beside it.
  const labels = new Set(Object.keys(value).map(labelKey));
  return Object.entries(value)
    .filter(([name]) => !labels.has(name))
    .map(([name, inner]) => {
      const owner = known.find(({ fields }) => name in fields);
      const label = wordsOf(owner ?? known[0]!).field(name);
      if (inner === null || inner === undefined) return `${label} ${NONE}`;
      return `${label} ${owner ? cell(name, owner.fields[name]!, { id: '', ...value }) || NONE : plain(inner)}`;
    })
    .join(' · ');
}
