import type { Row } from '../../../contract/calls.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { DictTag, Money, formatInstant, useT } from '../../kit/index.ts';
import './board.css';
import type { Pending } from '../../resource/actions/pending.ts';

const CREDIT = 1;
const ACCOUNTS = ['pending', 'available', 'frozen'] as const;

const textOr = (text: unknown): string => (typeof text === 'string' && text !== '' ? text : '–');
const at = (instant: unknown): string => textOr(formatInstant(instant as string | undefined, 'short'));
const reference = (utr: unknown) => <span className="pd-mono">{textOr(utr)}</span>;

interface SidesProps {
  bill: Row;
  after: Record<string, unknown>;
}

/** What the line and the order state, next to each other. */
function Sides({ bill, after }: SidesProps) {
  const t = useT('bank');
  const money = (amount: string) => <Money amount={amount} currency={String(bill.currency)} />;
  const party = t(`bankBill.sheet.${bill.direction === CREDIT ? 'payer' : 'payee'}`);
  const sides = [
    [party, textOr(bill.payer), textOr(after.party)],
    [
      t('bankBill.fields.amount'),
      money(String(bill.amount)),
      money(amountText(new Amount(String(bill.amount)).minus(String(after.difference)))),
    ],
    ['UTR', reference(bill.utr), reference(after.orderUtr)],
    [t('bankBill.sheet.time'), at(bill.bookedAt), at(after.orderCreatedAt)],
  ] as const;
  return (
    <table className="board-sides">
      <caption>{textOr(after.merchantName)}</caption>
      <thead>
        <tr>
          <td aria-hidden="true" />
          <th scope="col">{t('bankBill.board.bill')}</th>
          <th scope="col">{t('bankBill.board.order')}</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(([label, ofBill, ofOrder]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{ofBill}</td>
            <td>{ofOrder}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One line next to one order before they are matched: what each says, the difference, what becomes of order and balance. */
export function MatchBody({ pending }: { pending: Pending }) {
  const t = useT('bank');
  const [bill] = pending.rows;
  const after = pending.preview?.preview?.[0]?.after;
  if (!bill || typeof after?.orderNo !== 'string') return null;
  const currency = String(bill.currency);
  const difference = String(after.difference);
  const stays = after.orderStays === true;
  const money = (amount: unknown) => <Money amount={String(amount)} currency={currency} />;
  const status = (value: unknown) => (
    <DictTag dict={bill.direction === CREDIT ? 'collectStatusEnum' : 'payStatusEnum'} value={value} />
  );
  return (
    <>
      {typeof after.otherUtr === 'string' && (
        <p className="pd-down">{t('bankBill.sheet.otherUtr', { utr: after.otherUtr })}</p>
      )}
      <Sides bill={bill} after={after} />
      <dl className="facts board-facts">
        <dt>{t('bankBill.fields.difference')}</dt>
        <dd className={`facts-main ${difference === '0' ? 'pd-up' : ''}`}>
          <Money amount={difference} currency={currency} signed="gap" code />
        </dd>
        <div className="facts-line" />
        <dt>{t('bankBill.sheet.effect')}</dt>
        <dd>
          <DictTag dict="matchEffect" value={after.effect} />
        </dd>
        <dt>{t(`bankBill.sheet.${stays ? 'stays' : 'becomes'}`)}</dt>
        <dd className="board-becomes">
          {!stays && after.orderWas !== undefined && <>{status(after.orderWas)} → </>}
          {status(after.orderStatus)}
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
