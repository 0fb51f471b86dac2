import { type ViewProps, openView, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['userId', 'orderKind', 'merchantId', 'createdAt'];

/** Notes of all orders, each with the way to its order. */
export default function OrderNotes(props: ViewProps) {
  const t = useT('orders');
  const g = useT('grid');
  return (
    <ResourceView
      {...props}
      resource="orderNote"
      chips={CHIPS}
      verbs={(current) => [
        {
          id: 'orderNote.order',
          label: () => t('orderNote.actions.order'),
          icon: 'orders',
          keys: ['o'],
          when: () => (current() ? true : g('select.one')),
          run: () => {
            const row = current();
            return row ? openView(String(row.orderKind), { anyId: row.orderNo }) : undefined;
          },
        },
      ]}
    />
  );
}
