import { useRef, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { AccountChain, FundReconciliation } from '../../../contract/fundReconciliation.ts';
import { formatCount, formatMoney, signOf, useT, Popover } from '../../kit/index.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import { useOverflow } from '../../resource/ui/useOverflow.ts';
import { type AccountTie, byCurrency, ofChain, tieOut } from './tieOut.ts';
import { useTieOut } from './useTieOut.ts';

type TieSum = ReturnType<typeof byCurrency>[number];
type Unknown = Extract<FundReconciliation, { unknown: unknown }>;

const MOST_CURRENCIES = 2;

interface Reconciliation {
  accounts: readonly AccountTie[];
  missing: number;
  /** How many rows it is of, where that is not the whole filter; with the reason why. */
  part?: { count: number; unknown: Unknown | undefined };
}

const missingIn = (chains: readonly AccountChain[]): number =>
  chains.reduce((sum, { missing }) => sum + missing, 0);

/** What is known: of the rows where all are loaded, else from the server, else of the rows that are loaded. */
function useReconciliation(model: GridModel, visible: boolean): Reconciliation | 'asked' | undefined {
  const { total, loading, refusal } = useSyncExternalStore(model.subscribe, model.state);
  // Nothing was answered, so there is nothing to judge.
  const judged = !loading && !refusal && total > 0;
  const rows = model.blocks
    .order()
    .map((id) => model.blocks.get(id))
    .filter((row): row is Row => row !== undefined);
  const whole = rows.length >= total;
  const answer = useTieOut(model, visible && judged && !whole);
  if (!judged || rows.length === 0) return undefined;
  if (whole) return { accounts: tieOut(rows), missing: 0 };
  if (answer === undefined) return 'asked';
  const part = { count: rows.length, unknown: undefined };
  if (answer === null) return { accounts: tieOut(rows), missing: 0, part };
  if ('unknown' in answer) return { accounts: tieOut(rows), missing: 0, part: { ...part, unknown: answer } };
  return { accounts: answer.chains.map(ofChain), missing: missingIn(answer.chains) };
}

/** Opening, movement and closing of the whole filter, from the postings themselves, and whether they tie out. */
export function TieOutFoot({ model, visible }: { model: GridModel; visible: boolean }) {
  const t = useT('finance');
  const result = useReconciliation(model, visible);
  if (result === undefined) return null;
  if (result === 'asked')
    return (
      <span className="tie-out">
        <span className="pd-muted tie-part">{t('fundDetail.foot.checking')}</span>
      </span>
    );
  const { accounts, part } = result;
  const sums = byCurrency(accounts);
  return (
    <span className="tie-out">
      {/* Balances of half a list begin and end nowhere; the chain of what is loaded can be checked all the same. */}
      {part ? <Part {...part} total={model.state().total} /> : sums.length > 0 && <Sums sums={sums} />}
      <Verdict {...result} sums={sums} />
    </span>
  );
}

function Part({ count, total, unknown }: { count: number; total: number; unknown: Unknown | undefined }) {
  const t = useT('finance');
  const why = unknown && t(`fundDetail.foot.why.${unknown.unknown}`, { most: formatCount(unknown.most) });
  return (
    <span className="pd-muted tie-part" title={why}>
      {t('fundDetail.foot.partial', { count: formatCount(count), total: formatCount(total) })}
      {unknown && unknown.unknown !== 'merchant' && ` · ${why}`}
    </span>
  );
}

/** A tie-out is claimed only where every posting joins the one before it. */
function Verdict({ accounts, missing, part, sums }: Reconciliation & { sums: readonly TieSum[] }) {
  const t = useT('finance');
  const broken = sums.filter((sum) => signOf(sum.gap) !== 0);
  const faults = [
    ...(missing > 0 ? [t('fundDetail.foot.missing', { count: formatCount(missing) })] : []),
    ...(broken.length > 0
      ? [
          t('fundDetail.foot.breaks', {
            amount: broken.map((sum) => formatMoney(sum.gap, sum.currency, { code: true })).join(', '),
          }),
        ]
      : []),
  ];
  if (faults.length > 0)
    return (
      <span className="pd-down" role="alert">
        {faults.join(' · ')}
      </span>
    );
  const leftOut = part ? 0 : accounts.reduce((sum, account) => sum + account.leftOut, 0);
  const count = formatCount(leftOut);
  const why = leftOut > 0 ? t('fundDetail.foot.leftOutWhy', { count }) : undefined;
  return (
    <span className="tie-verdict" title={why}>
      {leftOut > 0 && <span className="pd-muted tie-left">{t('fundDetail.foot.leftOut', { count })} </span>}
      <span className="pd-up">
        {t(!part && sums.every((sum) => sum.ends) ? 'fundDetail.foot.ties' : 'fundDetail.foot.checks')} ✓
      </span>
    </span>
  );
}

function Line({ sum, named }: { sum: TieSum; named: boolean }) {
  const t = useT('finance');
  return (
    <span className="tie-sum pd-number">
      {named && <span className="pd-muted">{sum.currency}</span>}
      {sum.merchant !== undefined && (
        <span className="pd-muted tie-whose" title={sum.merchant}>
          {sum.merchant}
        </span>
      )}
      {sum.merchants !== undefined && (
        <span className="pd-muted">{t('fundDetail.foot.merchants', { count: sum.merchants })}</span>
      )}
      {sum.ends ? (
        <>
          <span className="tie-opening">
            <span className="pd-muted">{t('fundDetail.foot.opening')}</span>{' '}
            <b>{formatMoney(sum.ends.opening, sum.currency)}</b>
          </span>
          <span className="tie-moved">
            <span className="pd-muted">{t('fundDetail.foot.moved')}</span>{' '}
            <b>{formatMoney(sum.moved, sum.currency, { signed: true })}</b>{' '}
            <span className="pd-muted">=</span>
          </span>
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
