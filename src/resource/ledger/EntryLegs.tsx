import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../contract/calls.ts';
import type { EntryLeg, EntryDetail } from '../../../contract/entryDetail.ts';
import {
  Icon,
  Money,
  State,
  call,
  dictLabel,
  formatMoney,
  isCallError,
  openView,
  signOf,
  useT,
} from '../../kit/index.ts';
import './entry.css';

/** Whose account a posting is on, as people call it. */
function accountOf(leg: EntryLeg, t: ReturnType<typeof useT>): string {
  const account =
    leg.of === 'merchant'
      ? dictLabel('accountKindEnum', leg.account)
      : dictLabel('platformAccount', leg.platformAccount);
  return leg.ownerName ? t('entry.merchantOf', { name: leg.ownerName, account }) : account;
}

function Leg({ leg }: { leg: EntryLeg }) {
  const t = useT('finance');
  return (
    <li className="entry-leg">
      <div>
        <span>{accountOf(leg, t)}</span>
        <Money amount={leg.amount} currency={leg.currency} signed code />
      </div>
      <div className="pd-muted">
        {leg.type !== null && <span>{dictLabel('fundTypeEnum', leg.type)}</span>}
        {leg.before !== null && (
          <span className="pd-number">
            {t('entry.chain', {
              before: formatMoney(leg.before, leg.currency),
              after: formatMoney(leg.after, leg.currency),
            })}
          </span>
        )}
      </div>
    </li>
  );
}

function Sum({ currency, sum }: EntryDetail['sums'][number]) {
  const t = useT('finance');
  const zero = signOf(sum) === 0;
  return (
    <li className="entry-leg entry-sum" data-balanced={zero}>
      <div>
        <span>{t('entry.sum', { currency })}</span>
        <span className={zero ? 'pd-up' : 'pd-down'} role={zero ? undefined : 'alert'}>
          <Icon name={zero ? 'check' : 'warning'} size={12} />{' '}
          {t(zero ? 'entry.balanced' : 'entry.unbalanced')} <Money amount={sum} currency={currency} />
        </span>
      </div>
    </li>
  );
}

/** Every posting of an entry, and that they sum to zero per currency. */
export function EntryLegs({ entryId }: { entryId: string }) {
  const t = useT('finance');
  // An entry never changes; only a reversal may come to it.
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['transaction', 'legs', entryId],
    queryFn: ({ signal }) =>
      call<Row & { entry: EntryDetail }>('transaction/detail', undefined, {
        query: { id: entryId },
        customCatch: true,
        signal,
      }),
  });
  if (isPending) return <State kind="loading" />;
  if (!data) {
    const refused = isCallError(error) ? error : undefined;
    return (
      <State
        kind={refused?.code === 403 ? 'forbidden' : 'error'}
        text={refused?.message}
        traceId={refused?.traceId}
        retry={() => void refetch()}
      />
    );
  }
  const { legs, sums, reversedBy } = data.entry;
  return (
    <section aria-label={t('entry.postings')}>
      <h3 className="dock-section">{t('entry.postings')}</h3>
      <ul className="entry">
        {legs.map((leg) => (
          <Leg key={`${leg.of}${leg.id}`} leg={leg} />
        ))}
        {sums.map((sum) => (
          <Sum key={sum.currency} {...sum} />
        ))}
      </ul>
      {reversedBy && (
        <button
          type="button"
          className="link-button"
          onClick={() => void openView('transaction', { entryId: reversedBy })}
        >
          {t('entry.reversedBy', { id: reversedBy })}
        </button>
      )}
    </section>
  );
}
