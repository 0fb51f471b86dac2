import { type ViewProps, useT } from '../../kit/index.ts';
import { orderVerb } from '../../resource/ledger/openOrder.ts';
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
        orderVerb('orderNote.order', () => t('orderNote.actions.order'), current, {
          none: () => g('select.one'),
        }),
      ]}
    />
  );
}
