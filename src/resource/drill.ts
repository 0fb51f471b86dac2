import type { Row } from '../../contract/calls.ts';
import { type Command, call, openView } from '../kit/index.ts';

/** The orders behind a report's row: opened beside it, cut at the same instants as the report. */
export async function lookBehind(
  resource: string,
  row: Row,
  view: 'collectOrder' | 'payOrder',
  filters: Record<string, unknown>,
  time: 'createdAt' | 'paidAt',
): Promise<void> {
  const { from, to } = await call<{ from: string; to: string }>(`${resource}/detail`, undefined, {
    query: { id: row.id },
  });
  await openView(view, { ...filters, currency: [row.currency], [time]: { from, to } });
}

/** The verb that leads from the row under the keyboard to what is behind it. */
export const drillVerb = (
  id: string,
  label: () => string,
  current: () => Row | undefined,
  none: () => string,
  run: (row: Row) => Promise<void>,
): Omit<Command, 'scope'> => ({
  id,
  label,
  icon: 'orders',
  keys: ['o'],
  when: () => (current() ? true : none()),
  run: () => {
    const row = current();
    return row && run(row);
  },
});
