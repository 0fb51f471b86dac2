import { DictTag, formatCount, formatInstant, Money, useT } from '../../kit/index.ts';
import type { Pending } from '../../resource/actions/pending.ts';
import './board.css';

const CREDIT = 1;

type After = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Orders that more than one of the lines would get: each line was tried by itself. */
function repeatedOrders(lines: readonly { after: After }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { after } of lines) {
    const orderNo = textOf(after.orderNo);
    if (seen.has(orderNo)) repeated.add(orderNo);
    seen.add(orderNo);
  }
  return repeated;
}

/** A line, and what the rules would match it with. */
function Line({ after, isRepeated }: { after: After; isRepeated: boolean }) {
  const t = useT('bank');
  const currency = String(after.currency);
  const difference = String(after.difference);
  return (
    <li>
      <span className="board-line">
        <span className="pd-mono">{textOf(after.lineUtr) || textOf(after.billNo)}</span>
        <Money amount={String(after.amount)} currency={currency} code />
      </span>
      <span className="board-line pd-muted">
        <span className="board-party">{textOf(after.linePayer) || '–'}</span>
        <span className="pd-number">{formatInstant(textOf(after.bookedAt), 'short')}</span>
      </span>
      <span className="board-line">
        <span>
          → <b className="pd-mono">{textOf(after.orderNo)}</b>
        </span>
        <DictTag
          dict={after.direction === CREDIT ? 'collectStatusEnum' : 'payStatusEnum'}
          value={after.orderStatus}
        />
      </span>
      <span className="board-line pd-muted">
        <span className="board-party">{textOf(after.merchantName)}</span>
        {difference === '0' ? (
          <span className="pd-up">{t('bankBill.board.equal')}</span>
        ) : (
          <Money amount={difference} currency={currency} signed="gap" />
        )}
        <DictTag dict="matchEffect" value={after.effect} />
      </span>
      {isRepeated && <span className="pd-down">{t('bankBill.sheet.repeated')}</span>}
    </li>
  );
}

/** Matching by the rules before anything is written: line by line the order that each gets, as its dry run matched it. */
export function RuledBody({ pending }: { pending: Pending }) {
  const t = useT('bank');
  const grid = useT('grid');
  const { preview } = pending;
  const lines = preview?.preview ?? [];
  const repeated = repeatedOrders(lines);
  return (
    <>
      <dl className="facts">
        <dt>{grid('sheet.able')}</dt>
        <dd className="pd-number facts-main">{formatCount(lines.length)}</dd>
        <dt>{grid('sheet.notAble')}</dt>
        <dd className="pd-number">{formatCount(preview?.refused.length ?? 0)}</dd>
      </dl>
      <ul className="board-ruled" aria-label={t('bankBill.sheet.ruled')}>
        {lines.map(({ id, after }) => (
          <Line key={id} after={after} isRepeated={repeated.has(textOf(after.orderNo))} />
        ))}
      </ul>
    </>
  );
}
