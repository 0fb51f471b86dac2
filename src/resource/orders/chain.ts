import type { Row } from '../../../contract/calls.ts';
import { dictName } from '../../../contract/dicts.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { TimelineItem } from '../../../contract/timeline.ts';
import { type Translate, dictLabel, formatInstant, formatMoney } from '../../kit/index.ts';
import type { OrderKind } from './kind.ts';

/** One link of what has to happen for an order, from the channel it came by to the callback to its merchant. */
export interface Link {
  name: 'channel' | 'route' | 'submission' | 'payment' | 'settlement' | 'callback';
  tone: 'success' | 'warning' | 'danger' | 'primary' | 'none';
  text: string;
}

type Callback = Extract<TimelineItem, { kind: 'callback' }>;

const itemsOf = <K extends TimelineItem['kind']>(order: Row, kind: K) =>
  ((Array.isArray(order.timeline) ? order.timeline : []) as TimelineItem[])
    .filter((item): item is Extract<TimelineItem, { kind: K }> => item.kind === kind)
    .toSorted((a, b) => a.at.localeCompare(b.at));

const ATTEMPT_TONE: Readonly<Record<string, Link['tone']>> = {
  sending: 'primary',
  accepted: 'primary',
  paid: 'success',
  failed: 'danger',
  unknown: 'warning',
};

function submission(order: Row, t: Translate): Link {
  const attempts = itemsOf(order, 'attempt');
  const last = attempts.at(-1);
  if (!last) {
    // Somebody who submits by hand leaves a step in the log and no attempt.
    const step = itemsOf(order, 'log').findLast(({ event }) => event === 'submitUpstream');
    return step
      ? { name: 'submission', tone: 'primary', text: t('chain.submitted', { at: formatInstant(step.at) }) }
      : { name: 'submission', tone: 'none', text: t('chain.notSubmitted') };
  }
  const state = dictName('payAttemptEnum', last.state) ?? '';
  const parts = [
    attempts.length > 1 ? t('chain.times', { count: attempts.length }) : '',
    dictLabel('payAttemptEnum', last.state),
    last.failure,
  ];
  return {
    name: 'submission',
    tone: ATTEMPT_TONE[state] ?? 'none',
    text: parts.filter(Boolean).join(' · '),
  };
}

const utrText = ({ utr }: Row): string => (typeof utr === 'string' && utr !== '' ? `UTR ${utr}` : '');

/** What came of the order's own currency, against what was to come. */
function received(order: Row, t: Translate): Link {
  const currency = String(order.currency);
  const known = ((order.payments ?? []) as Row[]).filter((payment) => payment.currency === currency);
  // Whoever may not read payments knows what the order was paid with all the same.
  const paid = typeof order.paidAmount === 'string' ? [{ amount: order.paidAmount }] : [];
  const payments = order.payments === undefined ? paid : known;
  if (payments.length === 0) return { name: 'payment', tone: 'none', text: t('chain.noPayment') };
  const sum = payments.reduce((total, { amount }) => total.plus(String(amount)), new Amount(0));
  const money = formatMoney(amountText(sum), currency, { code: true });
  if (sum.equals(String(order.amount)))
    return {
      name: 'payment',
      tone: 'success',
      text: [money, utrText(order)].filter(Boolean).join(' · '),
    };
  const wanted = formatMoney(String(order.amount), currency);
  return { name: 'payment', tone: 'warning', text: t('chain.otherAmount', { money, wanted }) };
}

function settlement(order: Row, isPaid: boolean, t: Translate): Link {
  if (order.settled === true)
    return {
      name: 'settlement',
      tone: 'success',
      text: t('chain.settled', { at: order.settledAt ? formatInstant(String(order.settledAt)) : '' }).trim(),
    };
  return { name: 'settlement', tone: isPaid ? 'warning' : 'none', text: t('chain.notSettled') };
}

/** The money of a payout, as far as the order itself has it. */
function paidOut(order: Row, status: string, t: Translate): Link {
  if (status === 'success')
    return { name: 'payment', tone: 'success', text: utrText(order) || t('chain.left') };
  if (status === 'unknown') return { name: 'payment', tone: 'warning', text: t('chain.mayHaveLeft') };
  return { name: 'payment', tone: status === 'returned' ? 'danger' : 'none', text: t('chain.notLeft') };
}

const CALLBACK_TONE: Readonly<Record<string, Link['tone']>> = {
  sending: 'primary',
  delivered: 'success',
  failed: 'danger',
};

function callback(order: Row, calls: readonly Callback[], t: Translate): Link {
  const last = calls.at(-1);
  const state = dictName('callbackStatusEnum', order.callbackStatus as number) ?? '';
  const next = state === 'sending' && last?.nextTryAt;
  const parts = [
    dictLabel('callbackStatusEnum', order.callbackStatus),
    calls.length > 1 ? t('chain.times', { count: calls.length }) : '',
    state === 'delivered' ? '' : last?.failure,
    next ? t('chain.nextTry', { at: formatInstant(next) }) : '',
  ];
  return { name: 'callback', tone: CALLBACK_TONE[state] ?? 'none', text: parts.filter(Boolean).join(' · ') };
}

/** Why an order is where it is: what it needs in turn, and how far each has come. `order` is its detail. */
export function chainOf(order: Row, { statusDict }: Pick<OrderKind, 'statusDict'>, t: Translate): Link[] {
  const isCollect = statusDict === 'collectStatusEnum';
  const status = dictName(statusDict, order.status as number) ?? '';
  const isStaff = order.upstreamId !== undefined;
  const name = (value: unknown) => (typeof value === 'string' ? value : '');
  const channel: Link = {
    name: 'channel',
    tone: order.channelName ? 'success' : 'none',
    text: name(order.channelName) || t('chain.noChannel'),
  };
  const route: Link = {
    name: 'route',
    tone: order.upstreamName ? 'success' : 'warning',
    text: name(order.upstreamName) || t('chain.noRoute'),
  };
  return [
    channel,
    // What went to the upstreams is the platform's own.
    ...(isStaff ? [route, submission(order, t)] : []),
    ...(isCollect
      ? [received(order, t), settlement(order, status === 'success', t)]
      : [paidOut(order, status, t)]),
    callback(order, itemsOf(order, 'callback'), t),
  ];
}
