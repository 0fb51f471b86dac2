import { type ViewProps, useT } from '../../kit/index.ts';
import { EntryPeek } from '../../resource/ledger/EntryPeek.tsx';
import { orderVerb } from '../../resource/ledger/openOrder.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['kind', 'createdAt', 'merchantId', 'currency'];

export default function Transactions(props: ViewProps) {
  const t = useT('finance');
  return (
    <ResourceView
      {...props}
      resource="transaction"
      chips={CHIPS}
      peek={EntryPeek}
      verbs={(current) => [
        orderVerb('transaction.order', () => t('transaction.actions.order'), current, {
          none: () => t('transaction.select.one'),
          noOrder: () => t('transaction.noOrder'),
        }),
      ]}
    />
  );
}
