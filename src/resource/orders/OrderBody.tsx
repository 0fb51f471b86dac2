import { Fragment } from 'react';
import { Amount, amountText } from '../../../contract/money.ts';
import { DictTag, Money, formatInstant, formatMoney, openView, useT } from '../../kit/index.ts';
import { type First, type Pending, firstIn } from '../actions/pending.ts';
import { wordsOf } from '../actions/texts.ts';
import { Waits } from '../actions/Waits.tsx';
import { cellText } from '../grid/columns.ts';
import type { OrderKind } from './kind.ts';

type After = Record<string, unknown>;

const ACCOUNTS = ['balance', 'available', 'pending', 'frozen', 'agent'] as const;

const text = (after: After, name: string): string | undefined =>
  typeof after[name] === 'string' ? after[name] : undefined;

interface ChangeProps extends Record<'name' | 'before' | 'after' | 'currency', string> {
  /** Whose it is, where it is not the order's merchant. */
  of?: string | undefined;
}

/** What was before and what is after, with the difference between. */
function Change({ name, before, after, currency, of }: ChangeProps) {
  const t = useT('orders');
  const label = (when: string) => [t(`sheet.${name}${when}`), of].filter(Boolean).join(' · ');
  return (
    <>
      <dt>{label('Before')}</dt>
      <dd>
        <Money amount={before} currency={currency} />
      </dd>
      <dt>{label('After')}</dt>
      <dd className="facts-main">
        <Money amount={after} currency={currency} />
      </dd>
      <dt>{t('sheet.change')}</dt>
      <dd>
        <Money amount={amountText(new Amount(after).minus(before))} currency={currency} signed />
      </dd>
      <div className="facts-line" />
    </>
  );
}

/** Fee and commission where the command leaves them, or both sides where it changes them. */
function Figures({ after, currency }: { after: After; currency: string }) {
  const t = useT('orders');
  const agent = text(after, 'agentName');
  const label = (name: string) =>
    name === 'commission' && agent ? `${t(`sheet.${name}`)} · ${agent}` : t(`sheet.${name}`);
  return (['amount', 'fee', 'net', 'commission'] as const).map((name) => {
    const [now, was] = [text(after, name), text(after, `${name}Before`)];
    if (now === undefined) return null;
    if (was !== undefined)
      return <Change key={name} name={name} before={was} after={now} currency={currency} />;
    return [
      <dt key={`${name}.label`}>{label(name)}</dt>,
      <dd key={name} className={name === 'net' ? 'facts-main' : ''}>
        <Money amount={now} currency={currency} code={name === 'amount'} />
      </dd>,
    ];
  });
}

/** Which way a payout goes next, or that it stays where it is. */
function Way({ judged }: { judged: After }) {
  const t = useT('orders');
  if (judged.upstreamName === undefined) return null;
  return (
    <>
      <dt>{t('sheet.channel')}</dt>
      <dd>{text(judged, 'channelName') ?? '–'}</dd>
      <dt>{t('sheet.upstream')}</dt>
      <dd className={judged.upstreamName === null ? 'pd-down' : 'facts-main'}>
        {text(judged, 'upstreamName') ?? t('sheet.noUpstream')}
      </dd>
    </>
  );
}

const BEARERS = ['upstream', 'adjustments', 'suspense'];

/** What had really arrived where it is not the order's amount, and who bears the difference. */
function Arrived({ after, currency }: { after: After; currency: string }) {
  const t = useT('orders');
  const bearer = text(after, 'bearer');
  if (!bearer || !BEARERS.includes(bearer)) return null;
  return (
    <>
      <dt>{t('sheet.arrived')}</dt>
      <dd className="facts-main">
        <Money amount={text(after, 'arrived')} currency={currency} />
      </dd>
      <dt>{t('sheet.difference')}</dt>
      <dd>
        <Money amount={text(after, 'difference')} currency={currency} signed="gap" />
      </dd>
      <dt>{t('sheet.bearer')}</dt>
      <dd>{t(`sheet.bearers.${bearer}`)}</dd>
    </>
  );
}

interface OtherMoney {
  amount: string;
  currency: string;
  utr: string | null;
}

/** Money in suspense by its amount and reference, with what becomes of it. */
function InSuspense({ label, money, becomes }: { label: string; money: OtherMoney; becomes: string }) {
  const { amount, currency, utr } = money;
  return (
    <>
      <dt>{label}</dt>
      <dd className="facts-main">
        {formatMoney(amount, currency, { code: true })}
        {utr && <span className="pd-mono"> UTR {utr}</span>}
        <span className="pd-muted"> {becomes}</span>
      </dd>
    </>
  );
}

const moneyIn = (after: After, name: string): readonly OtherMoney[] =>
  Array.isArray(after[name]) ? (after[name] as OtherMoney[]) : [];
const keyOf = ({ amount, currency, utr }: OtherMoney): string => `${utr}/${amount}/${currency}`;

/** Money for the order in another currency or under another reference: where it is, and what takes it from there. */
function OtherPayments({ after, currency: own }: { after: After; currency: string }) {
  const t = useT('orders');
  return moneyIn(after, 'otherMoney').map((money) => (
    <InSuspense
      key={keyOf(money)}
      label={t(money.currency === own ? 'sheet.otherUtr' : 'sheet.foreign')}
      money={money}
      becomes={t(
        money.currency === own
          ? 'sheet.otherUtrGoes'
          : money.utr
            ? 'sheet.foreignWaits'
            : 'sheet.foreignStays',
      )}
    />
  ));
}

/** Money that is in suspense once it is done, where a person finds it in a list. */
function Stays({ after }: { after: After }) {
  const t = useT('orders');
  return moneyIn(after, 'stays').map((money) => (
    <InSuspense key={keyOf(money)} label={t('sheet.stays')} money={money} becomes={t('sheet.staysWhere')} />
  ));
}

/** Money that waits for another order, which the reference that is typed would take from there. */
function Taken({ after }: { after: After }) {
  const t = useT('orders');
  const from = after.taken as { orderNo: string; merchantName: string } | undefined;
  if (!from) return null;
  return (
    <>
      <dt>{t('sheet.taken')}</dt>
      <dd className="facts-main pd-down">
        <span className="pd-mono">{from.orderNo}</span> · {from.merchantName}
      </dd>
    </>
  );
}

interface StatementLine {
  billNo: string;
  bookedAt: string;
  amount: string;
  utr: string | null;
}

/** Lines of statements that may be of this payout: whoever gives it back has seen them. */
function Lines({ after, currency }: { after: After; currency: string }) {
  const t = useT('orders');
  const lines = Array.isArray(after.lines) ? (after.lines as StatementLine[]) : [];
  return lines.map(({ billNo, bookedAt, amount, utr }) => (
    <Fragment key={billNo}>
      <dt>{t('sheet.bill')}</dt>
      <dd className="facts-main">
        <button
          type="button"
          className="link-button pd-mono"
          onClick={() => void openView('bankBill', { anyId: billNo })}
        >
          {billNo}
        </button>{' '}
        {formatMoney(amount, currency, { code: true })}
        {utr && <span className="pd-mono"> UTR {utr}</span>}
        <span className="pd-muted"> {t('sheet.billWaits', { at: formatInstant(bookedAt) })}</span>
      </dd>
    </Fragment>
  ));
}

/** Another person has asked for the same before: who, and why; of which payment, each reads themselves. */
function FirstConfirmation({ first, byUtr }: { first: First; byUtr: boolean }) {
  const t = useT('orders');
  return (
    <>
      <dt>{t('sheet.first')}</dt>
      <dd>{first.maker}</dd>
      {byUtr && (
        <>
          <dt>{t('sheet.firstUtr')}</dt>
          <dd className="pd-muted">{t('sheet.ownUtr')}</dd>
        </>
      )}
      {first.reason && (
        <>
          <dt>{t('sheet.firstReason')}</dt>
          <dd>{first.reason}</dd>
        </>
      )}
      <div className="facts-line" />
    </>
  );
}

/** A command on one order in figures, as the server estimated it: what moves and what is there afterwards. */
export function OrderBody({ pending, kind }: { pending: Pending; kind: OrderKind }) {
  const t = useT('orders');
  const judged = pending.preview?.preview?.[0];
  if (!judged || pending.count !== 1) return null;
  const row = pending.rows[0];
  const after: After = { ...row, ...judged.after };
  const currency = String(after.currency ?? '');
  const to = judged.after.status;
  const first = firstIn(pending.preview);
  return (
    <>
      <Waits after={judged.after} />
      <dl className="facts">
        {first && <FirstConfirmation first={first} byUtr={pending.action === 'forceConfirm'} />}
        {/* Whose money, how much and what it becomes: seen in the lowest panel, before what tells the order apart. */}
        <dt>{t('sheet.merchant')}</dt>
        <dd>{String(after.merchantName ?? '')}</dd>
        {to !== undefined && row && (
          <>
            <dt>{t('sheet.status')}</dt>
            <dd>
              <DictTag dict={kind.statusDict} value={row.status} /> →{' '}
              <DictTag dict={kind.statusDict} value={to} />
            </dd>
          </>
        )}
        <Way judged={judged.after} />
        <Figures after={after} currency={currency} />
        <Arrived after={after} currency={currency} />
        <Stays after={after} />
        <Taken after={after} />
        <OtherPayments after={after} currency={currency} />
        <Lines after={after} currency={currency} />
        <div className="facts-line" />
        {ACCOUNTS.map((name) => {
          const [before, then] = [text(after, `${name}Before`), text(after, `${name}After`)];
          if (before === undefined || then === undefined) return null;
          const of = name === 'agent' ? text(after, 'agentName') : undefined;
          return <Change key={name} name={name} before={before} after={then} currency={currency} of={of} />;
        })}
        <dt>{t('sheet.order')}</dt>
        <dd className="pd-mono">{String(after.orderNo ?? '')}</dd>
        {kind.decisive.map((name) => {
          const text = row && cellText(name, kind.resource.fields[name]!, row, true);
          return text
            ? [
                <dt key={`${name}.label`}>{wordsOf(kind.resource).field(name)}</dt>,
                <dd key={name} className={kind.resource.fields[name]!.mono ? 'pd-mono' : ''}>
                  {text}
                </dd>,
              ]
            : null;
        })}
      </dl>
    </>
  );
}
