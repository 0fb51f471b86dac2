import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../contract/calls.ts';
import { DictTag, Money, State, call, formatInstant, openView, operatorName, useT } from '../../kit/index.ts';
import { DockHead } from '../../resource/ui/DockHead.tsx';

const CREDIT = 1;

interface Step {
  id: string;
  event: string;
  operator: string;
  orderNo: string | null;
  at: string;
}

/** A line that is done with: what it is matched with, and what was done about it. */
export function Matched({ bill, close }: { bill: Row; close: () => void }) {
  const t = useT('bank');
  const { data } = useQuery({
    queryKey: ['bankBill', 'history', bill.id, bill.version],
    queryFn: ({ signal }) =>
      call<{ history: Step[] }>('bankBill/detail', undefined, {
        query: { id: bill.id },
        customCatch: true,
        signal,
      }),
  });
  const orderNo = typeof bill.orderNo === 'string' ? bill.orderNo : undefined;
  const view = bill.direction === CREDIT ? 'collectOrder' : 'payOrder';
  return (
    <aside className="dock" aria-label={String(bill.billNo)}>
      <DockHead title={String(bill.billNo)} close={close} />
      <div className="dock-body">
        <dl className="facts">
          <dt>{t('bankBill.fields.status')}</dt>
          <dd>
            <DictTag dict="billStatusEnum" value={bill.status} />
          </dd>
          <dt>{t('bankBill.fields.amount')}</dt>
          <dd className="facts-main">
            <Money amount={String(bill.amount)} currency={String(bill.currency)} code />
          </dd>
          {orderNo && (
            <>
              <dt>{t('bankBill.board.matched')}</dt>
              <dd>
                <button
                  type="button"
                  className="link-button pd-mono"
                  onClick={() => void openView(view, { anyId: orderNo })}
                >
                  {orderNo}
                </button>
              </dd>
              <dt>{t('bankBill.fields.merchantId')}</dt>
              <dd>{String(bill.merchantName ?? '')}</dd>
              <dt>{t('bankBill.fields.effect')}</dt>
              <dd>
                <DictTag dict="matchEffect" value={bill.effect} />
              </dd>
            </>
          )}
          <dt>{t('bankBill.fields.description')}</dt>
          <dd>{String(bill.description ?? '–')}</dd>
        </dl>
        <h3 className="dock-section">{t('bankBill.board.history')}</h3>
        {!data && <State kind="loading" inline />}
        <ul className="board-history">
          {data?.history.map((step) => (
            <li key={step.id}>
              <time className="pd-number pd-muted">{formatInstant(step.at)}</time>{' '}
              {t(`bankBill.events.${step.event}`)}{' '}
              {step.orderNo && <span className="pd-mono">{step.orderNo}</span>}{' '}
              <span className="pd-muted">· {operatorName(step.operator)}</span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
