import { type ViewProps, openView, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { ApprovalPeek } from './ApprovalPeek.tsx';

const CHIPS = ['outcome', 'command', 'merchantId', 'createdAt'];

/** Opened by itself it shows what waits; it is answered here, or by its command on the row that it is about. */
export default function Approvals(props: ViewProps) {
  const t = useT('orders');
  const g = useT('grid');
  return (
    <ResourceView
      {...props}
      resource="approval"
      chips={CHIPS}
      peek={ApprovalPeek}
      verbs={(current) => [
        {
          id: 'approval.order',
          label: () => t('approval.actions.order'),
          icon: 'orders',
          keys: ['o'],
          when: () => (current() ? true : g('select.one')),
          run: () => {
            const row = current();
            const [view] = String(row?.command ?? '').split('/');
            return row && view ? openView(view, { anyId: row.orderNo }) : undefined;
          },
        },
      ]}
    />
  );
}
