import { useQuery } from '@tanstack/react-query';
import type { PlatformBalance } from '../../../contract/platformBalance.ts';
import { Money, State, call, dictLabel, isCallError, useT } from '../../kit/index.ts';

const REFRESH_MS = 30_000;

export const keyOf = ({ account, upstreamId, currency }: PlatformBalance): string =>
  [account, upstreamId ?? '', currency].join(' ');

interface BalancesProps {
  chosen: string | undefined;
  choose: (balance: PlatformBalance | undefined) => void;
  visible: boolean;
}

function Line({ balance, chosen, choose }: { balance: PlatformBalance } & Omit<BalancesProps, 'visible'>) {
  const name = balance.upstreamName ?? dictLabel('currency', balance.currency);
  const on = chosen === keyOf(balance);
  return (
    <button
      type="button"
      className="balance-line"
      aria-pressed={on}
      data-balance={keyOf(balance)}
      onClick={() => choose(on ? undefined : balance)}
    >
      <span>{name}</span>
      <span className="pd-muted">{balance.currency}</span>
      <Money amount={balance.balance} currency={balance.currency} />
    </button>
  );
}

/** What each of the platform's accounts holds; one of them chosen narrows the postings beside. */
export function Balances({ chosen, choose, visible }: BalancesProps) {
  const t = useT('finance');
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['systemDetail', 'balances'],
    queryFn: ({ signal }) =>
      call<PlatformBalance[]>('systemDetail/balances', {}, { customCatch: true, signal }),
    enabled: visible,
    refetchInterval: REFRESH_MS,
    // They move while they cannot be seen.
    staleTime: 0,
    retry: false,
  });
  const refused = isCallError(error) ? error : undefined;
  return (
    <section className="balances" aria-label={t('systemDetail.balances.title')}>
      <header className="balances-head" title={t('systemDetail.balances.hint')}>
        <b>{t('systemDetail.balances.title')}</b>
        {chosen && (
          <button type="button" className="link-button" onClick={() => choose(undefined)}>
            {t('systemDetail.balances.all')}
          </button>
        )}
      </header>
      <div className="balances-list">
        {isPending && <State kind="loading" />}
        {!isPending && !data && (
          <State
            kind={refused?.code === 403 ? 'forbidden' : 'error'}
            text={refused?.message}
            traceId={refused?.traceId}
            retry={() => void refetch()}
          />
        )}
        {data?.length === 0 && <State kind="empty" />}
        {data &&
          [...Map.groupBy(data, ({ account }) => account)].map(([account, list]) => (
            <section key={account} aria-label={dictLabel('platformAccount', account)}>
              <h3 className="balances-group">{dictLabel('platformAccount', account)}</h3>
              {list.map((balance) => (
                <Line key={keyOf(balance)} balance={balance} chosen={chosen} choose={choose} />
              ))}
            </section>
          ))}
      </div>
    </section>
  );
}
