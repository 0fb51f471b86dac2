import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountCheck, AssetCheck } from '../../../contract/assetCheck.ts';
import {
  Icon,
  State,
  call,
  dictLabel,
  formatCount,
  formatInstant,
  formatMoney,
  signOf,
  useT,
} from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import './check.css';

/** What is wrong with one account, in sentences. */
function Faults({ account, currency }: { account: AccountCheck; currency: string }) {
  const t = useT('finance');
  const { gap, kept, postings } = account;
  const money = (text: string) => formatMoney(text, currency);
  return (
    <>
      {kept !== postings && <p className="pd-down">{t('merchantAsset.check.count', { kept, postings })}</p>}
      {gap && (
        <p className="pd-down">
          {t('merchantAsset.check.gap', {
            seq: gap.seq,
            expected: money(gap.expected),
            before: money(gap.before),
          })}
          {gap.orderNo && ` · ${t('merchantAsset.check.order', { orderNo: gap.orderNo })}`}
        </p>
      )}
    </>
  );
}

function Asset({ asset }: { asset: AssetCheck }) {
  const t = useT('finance');
  const { currency } = asset;
  return (
    <section className="check-asset" data-reconciles={asset.reconciles}>
      <h3 className="dock-section">
        {asset.merchantName} · {currency}
        <span
          className={asset.reconciles ? 'pd-up' : 'pd-down'}
          role={asset.reconciles ? undefined : 'alert'}
        >
          <Icon name={asset.reconciles ? 'check' : 'warning'} size={12} />{' '}
          {t(asset.reconciles ? 'merchantAsset.check.ties' : 'merchantAsset.check.differs')}
        </span>
      </h3>
      <table className="sheet-balances">
        <thead>
          <tr>
            {(['account', 'balance', 'recomputed', 'drift'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`merchantAsset.check.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {asset.accounts.map((account) => (
            <tr
              key={account.account}
              title={t('merchantAsset.check.postings', { postings: account.postings })}
            >
              <th scope="row">{dictLabel('accountKindEnum', account.account)}</th>
              <td className="pd-number">{formatMoney(account.balance, currency)}</td>
              <td className="pd-number">{formatMoney(account.recomputed, currency)}</td>
              <td className={`pd-number ${signOf(account.drift) === 0 ? 'pd-muted' : 'pd-down'}`}>
                {formatMoney(account.drift, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asset.accounts.map((account) => (
        <Faults key={account.account} account={account} currency={currency} />
      ))}
    </section>
  );
}

/** One call recomputes so many. */
const PIECE = 50;

/** Piece by piece, each as soon as the one before is done; those that differ come first. */
async function checkAll(
  ids: readonly string[],
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<AssetCheck[]> {
  const checked: AssetCheck[] = [];
  for (let at = 0; at < ids.length; at += PIECE) {
    tell(at);
    const piece = { ids: ids.slice(at, at + PIECE) };
    checked.push(...(await call<AssetCheck[]>('merchantAsset/check', piece, { customCatch: true, signal })));
  }
  return checked.sort((a, b) => Number(a.reconciles) - Number(b.reconciles));
}

/** Accounts recomputed from their postings: what differs is named and left as it is. */
export function CheckSheet({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const t = useT('finance');
  const g = useT('grid');
  const [done, setDone] = useState(0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['merchantAsset', 'check', ids],
    queryFn: ({ signal }) => checkAll(ids, signal, setDone),
    // Each look is a check of its own.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const differing = data?.filter(({ reconciles }) => !reconciles).length ?? 0;
  return (
    <Sheet
      title={t('merchantAsset.check.title', { count: ids.length })}
      verb={t('merchantAsset.check.again')}
      closing={g('close')}
      ready={data !== undefined}
      busy={isFetching}
      error={error && !data ? error.message : undefined}
      commit={() => void refetch()}
      close={close}
    >
      {isFetching && (
        <State
          kind="loading"
          inline={data !== undefined}
          text={`${t('merchantAsset.check.running')} ${done > 0 ? `${done} / ${ids.length}` : ''}`}
        />
      )}
      {data && data.length > 1 && (
        <dl className="facts">
          <dt>{t('merchantAsset.check.ties')}</dt>
          <dd className="pd-number">{formatCount(data.length - differing)}</dd>
          <dt>{t('merchantAsset.check.differs')}</dt>
          <dd className={`pd-number ${differing > 0 ? 'pd-down' : ''}`}>{formatCount(differing)}</dd>
        </dl>
      )}
      {data?.map((asset) => (
        <Asset key={asset.id} asset={asset} />
      ))}
      {data?.[0] && (
        <p className="pd-muted">
          {t('merchantAsset.check.at', { time: formatInstant(data[0].checkedAt) })}
          <br />
          {t('merchantAsset.check.never')}
        </p>
      )}
    </Sheet>
  );
}
