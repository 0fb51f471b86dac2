import type { Row } from '../../../contract/calls.ts';
import type { TimelineItem } from '../../../contract/timeline.ts';
import { type Translate, dictLabel, formatMoney } from '../../kit/index.ts';

/** What happened to an order, of all kinds, on one line of time. */
export interface Happening {
  id: string;
  at: string;
  kind: TimelineItem['kind'];
  tone: 'success' | 'warning' | 'danger' | 'info' | 'primary';
  text: string;
  by?: string;
}

type Of<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;

function statusChange({ before, after }: Of<'log'>): string {
  const [from, to] = [before?.status, after?.status];
  if (to === undefined || to === null) return '';
  const name = (status: unknown) => dictLabel('collectStatusEnum', status);
  return from === undefined || from === null ? name(to) : `${name(from)} → ${name(to)}`;
}

const TONES: Readonly<Record<string, Happening['tone']>> = {
  paid: 'success',
  settle: 'success',
  fail: 'danger',
  reverse: 'danger',
  review: 'warning',
  claim: 'primary',
  notify: 'primary',
};

function logged(item: Of<'log'>): Omit<Happening, 'id' | 'at' | 'kind'> {
  const parts = [dictLabel('orderEvent', item.event), statusChange(item), item.remark ?? ''];
  return { tone: TONES[item.event] ?? 'info', text: parts.filter(Boolean).join(' · '), by: item.operator };
}

function moved(item: Of<'fund'>): Omit<Happening, 'id' | 'at' | 'kind'> {
  const money = formatMoney(item.amount, item.currency, { signed: true, code: true });
  const text = `${dictLabel('fundTypeEnum', item.type)} ${money} · ${dictLabel('accountKindEnum', item.account)}`;
  return {
    tone: item.amount.startsWith('-') ? 'warning' : 'success',
    text,
    ...(item.merchantName && { by: item.merchantName }),
  };
}

function called(item: Of<'callback'>, t: Translate): Omit<Happening, 'id' | 'at' | 'kind'> {
  const parts = [
    t(item.manual ? 'collectOrder.peek.manual' : 'collectOrder.peek.attempt', { count: item.attempt }),
    item.httpStatus === null ? '' : `HTTP ${item.httpStatus}`,
    `${item.milliseconds} ms`,
    item.failure ?? '',
  ];
  return { tone: item.delivered ? 'success' : 'danger', text: parts.filter(Boolean).join(' · ') };
}

function happening(item: TimelineItem, t: Translate): Happening {
  const told = item.kind === 'log' ? logged(item) : item.kind === 'fund' ? moved(item) : called(item, t);
  return { id: `${item.kind}:${item.id}`, at: item.at, kind: item.kind, ...told };
}

/** Oldest first, as a story is read; an order whose beginning was not logged starts with its own creation. */
export function timelineOf(order: Row, t: Translate): Happening[] {
  const items = Array.isArray(order.timeline) ? (order.timeline as TimelineItem[]) : [];
  const all = items.map((item) => happening(item, t));
  if (!items.some((item) => item.kind === 'log' && item.event === 'create')) {
    const source = dictLabel('orderSource', order.source);
    const parts = [
      t('collectOrder.peek.created', { source }),
      order.visitedCashier === true ? t('collectOrder.peek.cashier') : '',
    ];
    all.push({
      id: 'created',
      at: String(order.createdAt),
      kind: 'log',
      tone: 'info',
      text: parts.filter(Boolean).join(' · '),
    });
  }
  return all.sort((a, b) => a.at.localeCompare(b.at));
}
