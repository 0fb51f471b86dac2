import type { Row } from '../../../contract/calls.ts';
import { type Command, openView } from '../../kit/index.ts';

/** The verb that leads from a row to the order it is about, of whatever kind. `noOrder` where it may be about none. */
export const orderVerb = (
  id: string,
  label: () => string,
  current: () => Row | undefined,
  says: { none: () => string; noOrder?: () => string },
): Omit<Command, 'scope'> => ({
  id,
  label,
  icon: 'orders',
  keys: ['o'],
  when: () => {
    const row = current();
    if (!row) return says.none();
    return (row.orderNo && row.orderKind) || !says.noOrder ? true : says.noOrder();
  },
  run: () => {
    const row = current();
    return row?.orderNo ? openView(String(row.orderKind), { anyId: row.orderNo }) : undefined;
  },
});
