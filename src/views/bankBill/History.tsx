import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../contract/calls.ts';
import { State, call, formatInstant, operatorName, useT } from '../../kit/index.ts';

interface Step {
  id: string;
  event: string;
  operator: string;
  orderNo: string | null;
  /** Why a person did it, where that was asked. */
  reason: string | null;
  at: string;
}

/** What was done about a line, also once it was taken back; nothing of a line that nobody touched. */
export function History({ bill }: { bill: Row }) {
  const t = useT('bank');
  const { data, isLoading } = useQuery({
    queryKey: ['bankBill', 'history', bill.id, bill.version],
    queryFn: ({ signal }) =>
      call<{ history: Step[] }>('bankBill/detail', undefined, {
        query: { id: bill.id },
        customCatch: true,
        signal,
      }),
  });
  if (isLoading) return <State kind="loading" inline />;
  if (!data || data.history.length === 0) return null;
  return (
    <>
      <h3 className="dock-section">{t('bankBill.board.history')}</h3>
      <ul className="board-history">
        {data.history.map((step) => (
          <li key={step.id}>
            <time className="pd-number pd-muted">{formatInstant(step.at)}</time>{' '}
            {t(`bankBill.events.${step.event}`)}{' '}
            {step.orderNo && <span className="pd-mono">{step.orderNo}</span>}{' '}
            <span className="pd-muted">· {operatorName(step.operator)}</span>
            {step.reason && <div>{step.reason}</div>}
          </li>
        ))}
      </ul>
    </>
  );
}
