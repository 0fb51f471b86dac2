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

/** Lines of bank statements about an order: the one it was matched with, else those of the same amount that wait. */
export function Bills({ order, direction }: BillsProps) {
  const t = useT('orders');
  const { can } = useCaller();
  const visible = useVisible();
  const { orderNo, amount, currency, id } = order;
  const { data } = useQuery({
    queryKey: ['bankBill', 'ofOrder', id, amount],
    enabled: visible && can('bankBill:page'),
    staleTime: FRESH_MS,
    retry: false,
    async queryFn({ signal }) {
      const matched = await bills({ orderNo }, signal);
      if (matched.items.length > 0) return matched.items;
      const side = [dictValue('billDirectionEnum', direction)];
      const alike = { direction: side, currency: [currency], amount: { from: amount, to: amount } };
      return (await bills({ ...alike, status: [UNMATCHED] }, signal)).items;
    },
  });
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3 className="line-title">{t('peek.bills')}</h3>
      <ul className="bills">
        {data.map((bill) => (
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
