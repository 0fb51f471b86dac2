import { type ViewProps, useT } from '../../kit/index.ts';
import { orderVerb } from '../../resource/ledger/openOrder.ts';
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
        orderVerb('reviewItem.order', () => t('reviewItem.actions.order'), current, {
          none: () => g('select.one'),
        }),
      ]}
    />
  );
}
