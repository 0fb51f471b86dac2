import { minorDigits } from '../../../contract/currency.ts';
import { langTag, LOCALE_FACTS, type Locale, LOCALES } from '../../../contract/locales.ts';
import { escapeHtml } from '../../platform/http/escapeHtml.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';
import type { Bill } from './bill.ts';
import { STYLE } from './style.ts';

/** What the payer sees of a bill. */
export type Stage =
  | 'preparing'
  | 'pay'
  | 'confirming'
  | 'success'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'reversed'
  | 'review';

export interface View {
  bill: Bill;
  stage: Stage;
  /** Of this page, without a query. */
  path: string;
  /** Seconds until the bill runs out. */
  left: number;
  /** The sandbox's payer pays by a button; a real one at the upstream's own page. */
  sandbox: boolean;
  locale: Locale;
}

const TONES: Partial<Record<Stage, 'success' | 'danger' | 'warning'>> = {
  success: 'success',
  failed: 'danger',
  expired: 'warning',
  cancelled: 'warning',
  reversed: 'warning',
  review: 'warning',
};
const SIGNS = {
  success: 'M9 17.5l6 6 11-12',
  danger: 'M11 11l12 12M23 11L11 23',
  warning: 'M17 9v10M17 24v1',
};

/** Decimal text, grouped as the reader's language groups; never through a floating number. */
function amountIn(locale: Locale, amount: string, currency: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(langTag(locale), {
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

function rows(view: View, say: (key: string) => string): string {
  const { bill } = view;
  const lines: (readonly [string, string, boolean?])[] = [
    [say('merchant'), bill.merchantName],
    [say('method'), bill.channelName],
    [say('orderNo'), bill.orderNo, true],
  ];
  if (view.stage === 'pay' && view.sandbox)
    lines.push([say('payTo'), `sandbox@paydesk · ${bill.orderNo.slice(-6)}`, true]);
  const line = ([name, value, mono]: readonly [string, string, boolean?]) =>
    `<div><dt>${escapeHtml(name)}</dt><dd${mono ? ' class="mono"' : ''}>${escapeHtml(value)}</dd></div>`;
  return `<dl>${lines.map(line).join('')}</dl>`;
}

function step(view: View, say: (key: string) => string): string {
  const { bill, stage, path, locale, sandbox } = view;
  if (stage === 'preparing' || stage === 'confirming')
    return `<p class="wait" role="status">${say(stage)}</p>`;
  if (stage === 'pay' && sandbox)
    return `<form method="post" action="${path}/paid?lang=${locale}"><button>${say('paySandbox')}</button></form>
<p class="note">${say('sandboxNote')}</p>`;
  if (stage === 'pay')
    return `<a class="go" href="${escapeHtml(bill.upstreamPayUrl ?? '')}" rel="noreferrer">${say('payNow')}</a>`;
  const back = bill.jumpUrl
    ? `<a class="go" href="${escapeHtml(bill.jumpUrl)}" rel="noreferrer">${say('back')}</a>`
    : '';
  return `${back}<p class="note">${say(`${stage}Note`)}</p>`;
}

function head(view: View, say: (key: string) => string): string {
  const { bill, stage, left, locale } = view;
  const tone = TONES[stage];
  const result = tone
    ? `<p class="result ${tone}" role="status"><svg viewBox="0 0 34 34" fill="none" stroke="currentColor" stroke-width="2.5"
stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="17" cy="17" r="15"/><path d="${SIGNS[tone]}"/></svg>${say(stage)}</p>`
    : '';
  const clock =
    stage === 'pay' || stage === 'preparing'
      ? `<p class="left">${say('left')} <b data-left="${left}"></b></p>`
      : '';
  const amount = amountIn(locale, bill.amount, bill.currency);
  return `${result}<h1>${say(stage === 'success' ? 'paidAmount' : 'amount')}</h1>
<p class="amount">${escapeHtml(amount)} <small>${escapeHtml(bill.currency)}</small></p>${clock}`;
}

/** What the page looks for a change of: the order's status, and whether there is a place to pay yet. */
export const seen = ({ status, upstreamPayUrl }: Bill): string => `${status}${upstreamPayUrl ? '+' : ''}`;

const opened = (
  locale: Locale,
  title: string,
): string => `<!doctype html><html lang="${langTag(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/icon.svg"><style>${STYLE}</style>`;

/** For an address that represents no order. */
export function lostPage(locales: Locales, locale: Locale): string {
  const say = (key: string) => escapeHtml(textOf(locales, locale, 'cashier', key) ?? key);
  return `${opened(locale, say('title'))}</head><body><main><p class="wait">${say('lost')}</p></main></body></html>`;
}

/** One page for every stage; without a script it can be paid too. */
export function cashierPage(locales: Locales, view: View): string {
  const { locale, bill, path, stage } = view;
  const say = (key: string) => escapeHtml(textOf(locales, locale, 'cashier', key) ?? key);
  const ended = stage === 'success' || stage === 'reversed' || stage === 'cancelled';
  const languages = LOCALES.map(
    (code) =>
      `<a href="${path}?lang=${code}" lang="${langTag(code)}"${code === locale ? ' aria-current="true"' : ''}>${LOCALE_FACTS[code].name}</a>`,
  ).join('');
  return `${opened(locale, `${say('title')} - ${escapeHtml(bill.merchantName)}`)}
<script src="/pay/cashier.js" defer></script></head><body>
<main${ended ? '' : ` data-state="${path}/state" data-seen="${seen(bill)}"`} data-stage="${stage}">
<header><strong>${escapeHtml(bill.merchantName)}</strong><span>${say('title')}</span></header>
${head(view, say)}${rows(view, say)}${step(view, say)}<nav>${languages}</nav></main></body></html>`;
}
