import { useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { formatCount, formatMoney, signOf, useT } from '../../kit/index.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import { byCurrency, tieOut } from './tieOut.ts';

const MOST_CURRENCIES = 2;

/** Opening and closing of what is shown, computed from the postings themselves, and whether they tie out. */
export function TieOutFoot({ model }: { model: GridModel }) {
  const t = useT('finance');
  const { total, loading } = useSyncExternalStore(model.subscribe, model.state);
  if (loading || total === 0) return null;
  const rows = model.blocks
    .order()
    .map((id) => model.blocks.get(id))
    .filter((row): row is Row => row !== undefined);
  const accounts = tieOut(rows);
  const sums = byCurrency(accounts);
  // Balances of half a list begin and end nowhere; the chain of what is loaded can be checked all the same.
  const whole = rows.length >= total;
  const broken = sums.filter((sum) => signOf(sum.gap) !== 0);
  return (
    <span className="tie-out">
      {whole &&
        sums.slice(0, MOST_CURRENCIES).map((sum) => (
          <span key={sum.currency} className="tie-sum">
            {sums.length > 1 && <span className="pd-muted">{sum.currency}</span>}
            <span className="pd-muted">{t('fundDetail.foot.opening')}</span>{' '}
            <b>{formatMoney(sum.opening, sum.currency)}</b>
            <span className="pd-muted">{t('fundDetail.foot.closing')}</span>{' '}
            <b>{formatMoney(sum.closing, sum.currency)}</b>
          </span>
        ))}
      {!whole && (
        <span className="pd-muted">
          {t('fundDetail.foot.partial', { count: formatCount(rows.length), total: formatCount(total) })}
        </span>
      )}
      {broken.length === 0 ? (
        <span className="pd-up">{t('fundDetail.foot.ties')} ✓</span>
      ) : (
        <span className="pd-down" role="alert">
          {t('fundDetail.foot.breaks', {
            amount: broken.map((sum) => formatMoney(sum.gap, sum.currency, { code: true })).join(', '),
          })}
        </span>
      )}
    </span>
  );
}
