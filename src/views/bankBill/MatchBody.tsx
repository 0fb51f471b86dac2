import { Amount, amountText } from '../../../contract/money.ts';
import { DictTag, Money, useT } from '../../kit/index.ts';
import './board.css';
import { Fact } from '../../resource/ui/Fact.tsx';
import type { Pending } from '../../resource/actions/pending.ts';

const CREDIT = 1;
const ACCOUNTS = ['pending', 'available', 'frozen'] as const;

/** One line against one order before they are matched: both amounts, the difference, what becomes of order and balance. */
export function MatchBody({ pending }: { pending: Pending }) {
  const t = useT('bank');
  const [bill] = pending.rows;
  const after = pending.preview?.preview?.[0]?.after;
  if (!bill || typeof after?.orderNo !== 'string') return null;
  const currency = String(bill.currency);
  const difference = String(after.difference);
  const money = (amount: unknown, signed = false) => (
    <Money amount={String(amount)} currency={currency} signed={signed} />
  );
  const whose = [
    ['fields.merchantId', after.merchantName],
    [bill.direction === CREDIT ? 'sheet.payer' : 'sheet.payee', after.party],
  ] as const;
  return (
    <>
      {typeof after.otherUtr === 'string' && (
        <p className="pd-down">{t('bankBill.sheet.otherUtr', { utr: after.otherUtr })}</p>
      )}
      <dl className="facts board-facts">
        {whose.map(([label, said]) => (
          <Fact key={label} label={t(`bankBill.${label}`)}>
            {typeof said === 'string' ? said : '–'}
          </Fact>
        ))}
        <div className="facts-line" />
        <dt>{t('bankBill.sheet.bill')}</dt>
        <dd>{money(bill.amount)}</dd>
        <dt>{t('bankBill.sheet.order')}</dt>
        <dd>{money(amountText(new Amount(String(bill.amount)).minus(difference)))}</dd>
        <dt>{t('bankBill.fields.difference')}</dt>
        <dd className={`facts-main ${difference === '0' ? 'pd-up' : 'pd-down'}`}>
          {money(difference, true)}
        </dd>
        <div className="facts-line" />
        <dt>{t('bankBill.sheet.effect')}</dt>
        <dd>
          <DictTag dict="matchEffect" value={after.effect} />
        </dd>
        <dt>{t(`bankBill.sheet.${after.orderStands === true ? 'stays' : 'becomes'}`)}</dt>
        <dd>
          <DictTag
            dict={bill.direction === CREDIT ? 'collectStatusEnum' : 'payStatusEnum'}
            value={after.orderStatus}
          />
        </dd>
        {ACCOUNTS.map((account) => {
          const [before, then] = [after[`${account}Before`], after[`${account}After`]];
          if (typeof before !== 'string' || typeof then !== 'string') return null;
          return [
            <dt key={`${account}.label`}>{t(`bankBill.sheet.${account}`)}</dt>,
            <dd key={account}>
              {money(before)} → {money(then)}
            </dd>,
          ];
        })}
      </dl>
    </>
  );
}
