import type { Row } from '../../../contract/calls.ts';
import { type ViewProps, openView, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['status', 'source', 'currency', 'merchantId', 'amount', 'reference', 'createdAt'];

/** From a payment one key leads to its order and one to its statement line. */
export default function Payments(props: ViewProps) {
  const t = useT('bank');
  const g = useT('grid');
  const link = (
    id: 'order' | 'line',
    icon: 'orders' | 'bank',
    key: string,
    current: () => Row | undefined,
    open: (row: Row) => void,
  ) => ({
    id: `payment.${id}`,
    label: () => t(`payment.actions.${id}`),
    icon,
    keys: [key],
    when: () => {
      const row = current();
      if (!row) return g('select.one');
      return id === 'order' || row.billNo !== null || t('payment.noLine');
    },
    run: () => {
      const row = current();
      return row ? open(row) : undefined;
    },
  });
  return (
    <ResourceView
      {...props}
      resource="payment"
      chips={CHIPS}
      verbs={(current) => [
        link(
          'order',
          'orders',
          'o',
          current,
          (row) => void openView(String(row.orderKind), { anyId: row.orderNo }),
        ),
        link('line', 'bank', 'b', current, (row) => void openView('bankBill', { anyId: row.billNo })),
      ]}
    />
  );
}
