import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { PlatformBalance } from '../../../contract/platformBalance.ts';
import { type Command, type ViewProps, openView, useCaller, useT } from '../../kit/index.ts';
import { EntryPeek } from '../../resource/ledger/EntryPeek.tsx';
import { orderVerb } from '../../resource/ledger/openOrder.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { Balances, keyOf } from './Balances.tsx';
import './systemDetail.css';

const CHIPS = ['account', 'createdAt', 'currency', 'kind'];

const filtersOf = ({ account, upstreamId, currency }: PlatformBalance) => ({
  account: [account],
  currency: [currency],
  ...(upstreamId && { upstreamId: [upstreamId] }),
});

/** Balances of the platform's accounts, and the postings of the chosen one. */
export default function SystemDetails(props: ViewProps) {
  const t = useT('finance');
  const { can } = useCaller();
  const [chosen, setChosen] = useState<PlatformBalance | 'all'>();
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => [
    orderVerb('systemDetail.order', () => t('systemDetail.actions.order'), current, {
      none: () => t('systemDetail.select.one'),
      noOrder: () => t('systemDetail.noOrder'),
    }),
    ...(can('transaction:page')
      ? [
          {
            id: 'systemDetail.entry',
            label: () => t('systemDetail.actions.entry'),
            icon: 'finance',
            keys: ['t'],
            when: () => (current() ? true : t('systemDetail.select.one')),
            run: () => openView('transaction', { entryId: current()?.entryId }),
          },
        ]
      : []),
  ];
  const narrowed =
    chosen === undefined ? {} : { state: undefined, args: chosen === 'all' ? {} : filtersOf(chosen) };
  const key = chosen === undefined || chosen === 'all' ? chosen : keyOf(chosen);
  return (
    <div className="system-detail">
      <div className="system-split">
        <Balances
          chosen={key === 'all' ? undefined : key}
          choose={(balance) => setChosen(balance ?? 'all')}
          visible={props.visible}
        />
        <ResourceView
          // Another account is another list, from its top.
          key={key ?? ''}
          {...props}
          {...narrowed}
          resource="systemDetail"
          chips={CHIPS}
          peek={EntryPeek}
          verbs={verbs}
        />
      </div>
    </div>
  );
}
