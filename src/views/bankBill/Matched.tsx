import type { Row } from '../../../contract/calls.ts';
import { kindOf } from '../../../contract/orderNumber.ts';
import { DictTag, Money, openView, useT } from '../../kit/index.ts';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { History } from './History.tsx';

const placeOf = (billNo: string): [batchNo: string, line: string] => {
  const at = billNo.lastIndexOf('-');
  return [billNo.slice(0, at), billNo.slice(at + 1)];
};

/** Which line a line says again: by its number in the same statement, else by its bill. */
function Repeats({ bill }: { bill: Row }) {
  const t = useT('bank');
  if (typeof bill.repeats !== 'string') return null;
  const repeats = bill.repeats;
  const [batchNo, line] = placeOf(repeats);
  return (
    <>
      <dt>{t('bankBill.fields.repeats')}</dt>
      <dd>
        <button
          type="button"
          className="link-button pd-mono"
          onClick={() => void openView('bankBill', { anyId: repeats })}
        >
          {repeats}
        </button>
        {batchNo === placeOf(String(bill.billNo))[0] && (
          <div className="pd-muted">{t('bankBill.board.sameFile', { line })}</div>
        )}
      </dd>
    </>
  );
}

/** A line that is done with: what it is matched with, and what was done about it. */
export function Matched({ bill, close }: { bill: Row; close: () => void }) {
  const t = useT('bank');
  const orderNo = typeof bill.orderNo === 'string' ? bill.orderNo : undefined;
  const view = orderNo && kindOf(orderNo);
  return (
    <aside className="dock" aria-label={String(bill.billNo)}>
      <DockHead title={String(bill.billNo)} close={close} />
      <DockBody>
        <dl className="facts">
          <dt>{t('bankBill.fields.status')}</dt>
          <dd>
            <DictTag dict="billStatusEnum" value={bill.status} />
          </dd>
          <dt>{t('bankBill.fields.amount')}</dt>
          <dd className="facts-main">
            <Money amount={String(bill.amount)} currency={String(bill.currency)} code />
          </dd>
          <Repeats bill={bill} />
          {orderNo && view && (
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
        <History bill={bill} />
      </DockBody>
    </aside>
  );
}
