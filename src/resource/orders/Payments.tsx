import type { Row } from '../../../contract/calls.ts';
import { DictTag, Money, openView, preferences, serverNow, useT } from '../../kit/index.ts';
import { instantText } from '../../kit/ui/instantText.ts';

/** The payments of an order, as its detail lists them: those received for it and those of others that it was paid with. */
export function Payments({ order }: { order: Row }) {
  const t = useT('orders');
  const payments = (order.payments ?? []) as Row[];
  if (payments.length === 0) return null;
  return (
    <>
      <h3 className="line-title">{t('peek.payments')}</h3>
      <ul className="bills" data-peek="payments">
        {payments.map((payment) => (
          <li key={payment.id}>
            <button
              type="button"
              title={t('peek.paymentsOpen')}
              onClick={() => void openView('payment', { anyId: payment.orderNo })}
            >
              <time className="pd-number pd-muted">
                {instantText(payment.createdAt, preferences().timeZone, serverNow())}
              </time>
              <span>
                <span className="pd-mono">{String(payment.reference ?? '–')}</span>{' '}
                <DictTag dict="paymentSource" value={payment.source} />
              </span>
              <Money amount={String(payment.amount)} currency={String(payment.currency)} />
              <DictTag dict="paymentStatus" value={payment.status} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
