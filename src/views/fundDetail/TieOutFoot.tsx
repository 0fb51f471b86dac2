import { useRef, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { formatCount, formatMoney, signOf, useT, Popover } from '../../kit/index.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import { useOverflow } from '../../resource/ui/useOverflow.ts';
import { byCurrency, tieOut } from './tieOut.ts';

type TieSum = ReturnType<typeof byCurrency>[number];

const MOST_CURRENCIES = 2;

/** Opening and closing of what is shown, computed from the postings themselves, and whether they tie out. */
export function TieOutFoot({ model }: { model: GridModel }) {
  const t = useT('finance');
  const { total, loading, refusal } = useSyncExternalStore(model.subscribe, model.state);
  // Nothing was answered, so there is nothing to judge.
  if (loading || refusal || total === 0) return null;
  const rows = model.blocks
    .order()
    .map((id) => model.blocks.get(id))
    .filter((row): row is Row => row !== undefined);
  if (rows.length === 0) return null;
  const accounts = tieOut(rows);
  const sums = byCurrency(accounts);
  // Balances of half a list begin and end nowhere; the chain of what is loaded can be checked all the same.
  const whole = rows.length >= total;
  const broken = sums.filter((sum) => signOf(sum.gap) !== 0);
  return (
    <span className="tie-out">
      {whole && sums.length > 0 && <Sums sums={sums} />}
      {!whole && (
        <span className="pd-muted tie-part">
          {t('fundDetail.foot.partial', { count: formatCount(rows.length), total: formatCount(total) })}
        </span>
      )}
      {broken.length === 0 ? (
        <span className="pd-up">
          {t(whole && sums.every((sum) => sum.ends) ? 'fundDetail.foot.ties' : 'fundDetail.foot.checks')} ✓
        </span>
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

function Line({ sum, named }: { sum: TieSum; named: boolean }) {
  const t = useT('finance');
  return (
    <span className="tie-sum pd-number">
      {named && <span className="pd-muted">{sum.currency}</span>}
      {sum.merchant !== undefined && <span className="pd-muted">{sum.merchant}</span>}
      {sum.merchants !== undefined && (
        <span className="pd-muted">{t('fundDetail.foot.merchants', { count: sum.merchants })}</span>
      )}
      {sum.ends ? (
        <>
          <span className="pd-muted">{t('fundDetail.foot.opening')}</span>{' '}
          <b>{formatMoney(sum.ends.opening, sum.currency)}</b>
          <span className="pd-muted">{t('fundDetail.foot.closing')}</span>{' '}
          <b>{formatMoney(sum.ends.closing, sum.currency)}</b>
        </>
      ) : (
        <>
          <span className="pd-muted">{t('fundDetail.foot.moved')}</span>{' '}
          <b>{formatMoney(sum.moved, sum.currency, { signed: true })}</b>
        </>
      )}
    </span>
  );
}

/** Whole currencies only; those without room open from the line. */
function Sums({ sums }: { sums: readonly TieSum[] }) {
  const t = useT('grid');
  const box = useRef<HTMLSpanElement>(null);
  const named = new Set(sums.map((sum) => sum.currency)).size > 1;
  const shown = Math.min(MOST_CURRENCIES, useOverflow(box));
  return (
    <span className="tie-sums">
      <span className="grid-currencies" ref={box}>
        {sums.slice(0, MOST_CURRENCIES).map((sum) => (
          <Line key={`${sum.currency} ${sum.merchant ?? ''}`} sum={sum} named={named} />
        ))}
      </span>
      {sums.length > shown && (
        <Popover
          className="link-button"
          face={`+${sums.length - shown}`}
          title={t(named ? 'allCurrencies' : 'allSums')}
        >
          {() =>
            sums.map((sum) => (
              <div key={`${sum.currency} ${sum.merchant ?? ''}`} className="pop-choice">
                <Line sum={sum} named />
              </div>
            ))
          }
        </Popover>
      )}
    </span>
  );
}
