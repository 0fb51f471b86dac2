import { useQuery } from '@tanstack/react-query';
import type { Row, RowsResult } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import {
  DictTag,
  Money,
  call,
  openView,
  preferences,
  serverNow,
  useCaller,
  useT,
  useVisible,
} from '../../kit/index.ts';
import { instantText } from '../../kit/ui/instantText.ts';

const UNMATCHED = dictValue('billStatusEnum', 'unmatched');
const SHOWN = 5;
const FRESH_MS = 15_000;

const bills = (filters: Record<string, unknown>, signal: AbortSignal): Promise<RowsResult> =>
  call<RowsResult>('bankBill/rows', { ...filters, start: 0, end: SHOWN }, { customCatch: true, signal });

interface BillsProps {
  order: Row;
  direction: 'credit' | 'debit';
}

/**
 * Lines of bank statements about an order: those it was matched with, else those that wait and may be its: under its
 * UTR where it has one, or of its amount.
 */
export function useBills({ order, direction }: BillsProps): { isMatched: boolean; items: Row[] } | undefined {
  const { can } = useCaller();
  const visible = useVisible();
  const { orderNo, amount, currency, id, utr } = order;
  const { data } = useQuery({
    queryKey: ['bankBill', 'ofOrder', id, amount, utr],
    enabled: visible && can('bankBill:page'),
    staleTime: FRESH_MS,
    retry: false,
    async queryFn({ signal }) {
      const matched = await bills({ orderNo }, signal);
      if (matched.items.length > 0) return { isMatched: true, items: matched.items };
      const side = [dictValue('billDirectionEnum', direction)];
      const known = utr ? { utr } : { amount: { from: amount, to: amount } };
      const alike = { direction: side, currency: [currency], status: [UNMATCHED], ...known };
      return { isMatched: false, items: (await bills(alike, signal)).items };
    },
  });
  return data;
}

/** The lines, each with a way to it. */
export function Bills(props: BillsProps) {
  const t = useT('orders');
  const data = useBills(props);
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h3 className="line-title">{t(data.isMatched ? 'peek.bills' : 'peek.billsPossible')}</h3>
      <ul className="bills">
        {data.items.map((bill) => (
          <li key={bill.id}>
            <button
              type="button"
              title={t('peek.billOpen')}
              onClick={() => void openView('bankBill', { anyId: bill.billNo })}
            >
              <time className="pd-number pd-muted">
                {instantText(bill.bookedAt, preferences().timeZone, serverNow())}
              </time>
              <span>
                <span className="pd-mono">{String(bill.utr ?? '–')}</span>{' '}
                <span className="pd-muted">{String(bill.payer ?? '')}</span>
              </span>
              <Money amount={String(bill.amount)} currency={String(bill.currency)} />
              <DictTag dict="billStatusEnum" value={bill.status} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
