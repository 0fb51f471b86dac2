import type { Row } from '../../../contract/calls.ts';
import { MINOR_DIGITS } from '../../../contract/currency.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { OrderNote } from '../../../contract/orderNote.ts';
import type { TimelineItem } from '../../../contract/timeline.ts';
import { undisguised } from '../notes/undisguised.ts';
import { remarkText } from '../grid/remarkText.ts';
import { type Translate, dictLabel, formatMoney, operatorName } from '../../kit/index.ts';

/** What happened to an order, of all kinds, on one line of time. */
export interface Happening {
  id: string;
  at: string;
  kind: TimelineItem['kind'] | 'note';
  tone: 'success' | 'warning' | 'danger' | 'info' | 'primary';
  text: string;
  by?: string;
  /** What was answered word for word, opened on demand. */
  raw?: string;
  /** The upstream's answer to a question of ours. */
  answer?: boolean;
  /** The request that it is a consequence of. */
  traceId?: string;
}

type Of<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;
type Entry = Omit<Happening, 'id' | 'at' | 'kind'>;

const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

function statusChange({ before, after }: Of<'log'>, statusDict: string): string {
  const [from, to] = [before?.status, after?.status];
  if (to === undefined || to === null) return '';
  const name = (status: unknown) => dictLabel(statusDict, status);
  return from === undefined || from === null ? name(to) : `${name(from)} → ${name(to)}`;
}

/** A bank reference that was noted, with the one it replaced. */
function utrChange({ before, after }: Of<'log'>): string {
  if (typeof after?.utr !== 'string') return '';
  return before?.utr ? `UTR ${String(before.utr)} → ${after.utr}` : `UTR ${after.utr}`;
}

const TONES: Readonly<Record<string, Happening['tone']>> = {
  paid: 'success',
  settle: 'success',
  resettle: 'success',
  forceConfirm: 'success',
  matchProof: 'success',
  approve: 'success',
  closeReview: 'success',
  fail: 'danger',
  reverse: 'danger',
  overrule: 'danger',
  deny: 'danger',
  markReturned: 'danger',
  contradiction: 'danger',
  review: 'warning',
  timeout: 'warning',
  askApproval: 'warning',
  lapse: 'warning',
  claim: 'primary',
  notify: 'primary',
};

/** An amount with its currency, as the server's own remarks carry them. */
const SUM = /(?<![\w.,-])(\d+(?:\.\d+)?) ([A-Z]{3,5})\b/g;

/** Events whose remark is ours, whoever brought them about. */
const SUMMED: ReadonlySet<string> = new Set(['paid', 'review', 'contradiction', 'billMatch', 'moneyMoved']);

const summed = (remark: string): string =>
  remark.replace(SUM, (whole, amount: string, currency: string) =>
    currency in MINOR_DIGITS ? formatMoney(amount, currency, { code: true }) : whole,
  );

/** The platform's own in the reader's language; amounts in what it wrote as amounts are written. */
function remarked(remark: string, { operator, event }: Of<'log'>): string {
  const text = remarkText(remark, operator);
  return text === remark && (operator === 'system' || SUMMED.has(event)) ? summed(text) : text;
}

function logged(item: Of<'log'>, statusDict: string): Entry {
  const parts = [
    dictLabel('orderEvent', item.event),
    statusChange(item, statusDict),
    utrChange(item),
    item.remark && remarked(item.remark, item),
  ];
  // What two people stated is both theirs.
  const people = [item.after?.maker, item.operator].filter((each) => typeof each === 'string');
  return {
    tone: TONES[item.event] ?? 'info',
    text: joined(parts),
    by: people.map(operatorName).join(' + '),
  };
}

function moved(item: Of<'fund'>): Entry {
  const money = formatMoney(item.amount, item.currency, { signed: true, code: true });
  const text = `${dictLabel('fundTypeEnum', item.type)} ${money} · ${dictLabel('accountKindEnum', item.account)}`;
  return {
    tone: item.amount.startsWith('-') ? 'warning' : 'success',
    text,
    ...(item.merchantName && { by: item.merchantName }),
  };
}

const http = (status: number | null): string => (status === null ? '' : `HTTP ${status}`);
const took = (milliseconds: number | null): string => (milliseconds === null ? '' : `${milliseconds} ms`);

function called(item: Of<'callback'>, t: Translate, statusDict: string): Entry {
  const parts = [
    t(item.manual ? 'peek.manual' : 'peek.attempt', { count: item.attempt }),
    dictLabel('callbackStatusEnum', dictValue('callbackStatusEnum', item.delivered ? 'delivered' : 'failed')),
    http(item.httpStatus),
    took(item.milliseconds),
    item.failure,
    // What was reported of the order says nothing of how the notification went.
    t('peek.reported', { status: dictLabel(statusDict, item.status) }),
  ];
  return { tone: item.delivered ? 'success' : 'danger', text: joined(parts) };
}

/** payAttemptEnum. */
const ATTEMPT = { paid: 2, failed: 3 } as const;
const ATTEMPT_TONES: readonly Happening['tone'][] = ['info', 'primary', 'success', 'danger', 'warning'];

function submitted(item: Of<'attempt'>, t: Translate): Entry {
  const state = dictLabel('payAttemptEnum', item.state);
  // It is listed where it was sent; what became of it may be known much later.
  const decided = item.state === ATTEMPT.paid || item.state === ATTEMPT.failed;
  const parts = [
    t('peek.submission', { count: item.attempt }),
    decided ? '' : state,
    item.upstreamOrderNo,
    http(item.httpStatus),
    took(item.milliseconds),
    // A status that came without a reason is its own.
    item.failure === http(item.httpStatus) ? '' : item.failure,
    decided ? t('peek.outcome', { state }) : '',
  ];
  return {
    tone: ATTEMPT_TONES[item.state] ?? 'info',
    text: joined(parts),
    by: item.upstreamName,
    ...(item.answer && { raw: item.answer }),
  };
}

function reported(item: Of<'message'>, t: Translate): Entry {
  const parts = [
    t(item.asked ? 'peek.answer' : 'peek.message'),
    item.state && t(`peek.states.${item.state}`),
    item.verified ? '' : t('peek.forged'),
  ];
  return {
    tone: item.verified ? 'info' : 'danger',
    text: joined(parts),
    by: item.upstreamName,
    raw: item.raw,
    answer: item.asked,
  };
}

function entryOf(item: TimelineItem, t: Translate, statusDict: string): Entry {
  switch (item.kind) {
    case 'log':
      return logged(item, statusDict);
    case 'fund':
      return moved(item);
    case 'callback':
      return called(item, t, statusDict);
    case 'attempt':
      return submitted(item, t);
    default:
      return reported(item, t);
  }
}

/** What one step wrote is this close together. */
const STEP_MS = 1_000;

/** The order was submitted before anything was sent, whichever of the two was written down first. */
function sentAt(item: TimelineItem, items: readonly TimelineItem[]): string {
  if (item.kind !== 'attempt') return item.at;
  const sent = Date.parse(item.at);
  const logged = items.flatMap((each) =>
    each.kind === 'log' && each.event === 'submitUpstream' && each.at > item.at ? [each.at] : [],
  );
  return logged.toSorted().find((at) => Date.parse(at) - sent < STEP_MS) ?? item.at;
}

/** Oldest first, as a story is read; an order whose beginning was not logged starts with its own creation. */
export function timelineOf(order: Row, t: Translate, statusDict: string): Happening[] {
  // What one transaction wrote carries one time; ids were given in the order of the writing.
  const given = Array.isArray(order.timeline) ? (order.timeline as TimelineItem[]) : [];
  // The order itself comes first, though the money of a payout is held before its row is written.
  const place = (item: TimelineItem) =>
    item.kind === 'attempt' ? 1 : item.kind === 'log' && item.event === 'create' ? -1 : 0;
  const items = given
    .map((item) => ({ ...item, at: sentAt(item, given) }))
    .toSorted(
      (a, b) =>
        a.at.localeCompare(b.at) ||
        place(a) - place(b) ||
        a.id.length - b.id.length ||
        a.id.localeCompare(b.id),
    );
  const all = items.map((item): Happening => {
    const { kind, at, traceId } = item;
    const entry = entryOf(item, t, statusDict);
    return { id: `${kind}:${item.id}`, at, kind, ...entry, ...(traceId && { traceId }) };
  });
  if (!items.some((item) => item.kind === 'log' && item.event === 'create')) {
    const source = dictLabel('orderSource', order.source);
    const parts = [t('peek.created', { source }), order.visitedCashier === true ? t('peek.cashier') : ''];
    all.unshift({
      id: 'created',
      at: String(order.createdAt),
      kind: 'log',
      tone: 'info',
      text: joined(parts),
    });
  }
  return all.sort((a, b) => a.at.localeCompare(b.at));
}

/** Characters of a note that the line shows; the notes themselves are above it. */
const NOTE_SHOWN = 120;

const noteHappening = ({ id, at, author, body }: OrderNote, t: Translate): Happening => {
  const first = body === null ? t('notes.status.withdrawn') : undisguised(body.split('\n', 1)[0] ?? '');
  const text = first.length > NOTE_SHOWN ? `${first.slice(0, NOTE_SHOWN)}…` : first;
  return {
    id: `note:${id}`,
    at,
    kind: 'note',
    tone: 'info',
    text: joined([t('notes.one'), text]),
    by: author.account,
  };
};

/** With the notes of the staff, each where it was written. */
export const withNotes = (
  happenings: readonly Happening[],
  notes: readonly OrderNote[],
  t: Translate,
): readonly Happening[] =>
  notes.length === 0
    ? happenings
    : [...happenings, ...notes.map((note) => noteHappening(note, t))].toSorted((a, b) =>
        a.at.localeCompare(b.at),
      );
