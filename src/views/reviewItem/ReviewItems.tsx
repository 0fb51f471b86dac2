import { type ViewProps, openView, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['status', 'kind', 'merchantId', 'currency', 'createdAt'];

/** Opened by itself it shows what nobody has closed; what is to be done is done on the order. */
export default function ReviewItems(props: ViewProps) {
  const t = useT('orders');
  const g = useT('grid');
  return (
    <ResourceView
      {...props}
      resource="reviewItem"
      chips={CHIPS}
      verbs={(current) => [
        {
          id: 'reviewItem.order',
          label: () => t('reviewItem.actions.order'),
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
