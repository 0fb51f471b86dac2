import type { CollectStatus } from '../../ledger/states.ts';
import type { Claim, ClaimDecision } from './decide/claim.ts';
import type { Correction, CorrectionDecision } from './decide/correction.ts';
import type { Line, LineDecision } from './decide/line.ts';
import type { Receipt } from './decide/receipt.ts';
import type { Notice, NoticeDecision } from './decide/notice.ts';
import type { KnownPayment, PaidOrder } from './decide/state.ts';
import type { Undo, UndoDecision } from './decide/undo.ts';
import type { Denial, DenialDecision } from './decide/writeOff.ts';
import { decidePayment } from './decidePayment.ts';
import { SUSPENDED_PAYMENT } from './paymentSample.ts';

/**
 * Every event × state of its order × what is booked for it; of notices × reference × number × amount × currency, of
 * statement lines × reference × amount × the line that the order has already. decidePayment.table.txt has a line for
 * each, with a column for each status of the order.
 */

export const OWN = 'ref-own';
export const HELD = 'ref-held';
const NUMBER = 'no-own';

const PAYMENT: KnownPayment = { ...SUSPENDED_PAYMENT, id: '1', reference: HELD };
export type Known = Pick<PaidOrder, 'paidAmount' | 'noted' | 'reference' | 'upstreamOrderNo'> & {
  payments: readonly KnownPayment[];
};
export const NOTHING = { paidAmount: null, noted: null, reference: null, upstreamOrderNo: null };
const PAID = { paidAmount: '1000', noted: OWN, reference: OWN, upstreamOrderNo: NUMBER };
const direct: KnownPayment = { ...PAYMENT, status: 'allocated', suspended: '0', held: false };

const KNOWN: Readonly<Record<string, Known>> = {
  nothing: { ...NOTHING, payments: [] },
  'nothing, noted of another order': { ...NOTHING, noted: 'ref-other', reference: 'ref-other', payments: [] },
  own: { ...PAID, payments: [{ ...direct, reference: OWN, upstreamOrderNo: NUMBER }] },
  'own, unnamed': {
    ...PAID,
    noted: null,
    reference: null,
    upstreamOrderNo: null,
    payments: [{ ...direct, reference: null }],
  },
  held: { ...PAID, noted: HELD, reference: HELD, payments: [PAYMENT] },
  'own and held': { ...PAID, payments: [{ ...direct, id: '0', reference: OWN }, PAYMENT] },
  'held, of a line': {
    ...NOTHING,
    paidAmount: '1000',
    payments: [{ ...PAYMENT, reference: null, source: 'statementLine', noticed: false }],
  },
  'held, less': {
    ...PAID,
    paidAmount: '900',
    noted: HELD,
    reference: HELD,
    payments: [{ ...PAYMENT, amount: '900', suspended: '900' }],
  },
  'held, credited elsewhere': {
    ...PAID,
    noted: HELD,
    reference: HELD,
    payments: [{ ...PAYMENT, creditedElsewhere: true }],
  },
  'written off': { ...NOTHING, payments: [{ ...PAYMENT, status: 'writtenOff', suspended: '0' }] },
  drawn: { ...PAID, payments: [{ ...PAYMENT, status: 'allocated', suspended: '0', drawn: true }] },
  'drawn, of a line': {
    ...PAID,
    payments: [
      { ...PAYMENT, status: 'allocated', suspended: '0', drawn: true, line: { id: 'line', reference: HELD } },
    ],
  },
  'held, proved': {
    ...PAID,
    noted: HELD,
    reference: HELD,
    payments: [{ ...PAYMENT, line: { id: 'line', reference: HELD } }],
  },
  'held, of its line': {
    ...PAID,
    noted: HELD,
    reference: HELD,
    payments: [
      { ...PAYMENT, source: 'statementLine', noticed: false, line: { id: 'line', reference: HELD } },
      { ...PAYMENT, id: '2', reference: null },
    ],
  },
  'held, before the credit': {
    ...PAID,
    paidAmount: '2000',
    payments: [{ ...PAYMENT, isBeforeCredit: true, line: { id: 'line', reference: HELD } }],
  },
  'drawn and replaced': {
    ...PAID,
    payments: [
      { ...PAYMENT, status: 'allocated', suspended: '0', drawn: true, line: { id: 'line', reference: HELD } },
      { ...PAYMENT, id: '2', reference: null, source: 'statementLine', noticed: false, replaces: '1' },
    ],
  },
  'held, in another currency': { ...PAID, paidAmount: '0', payments: [{ ...PAYMENT, currency: 'USD' }] },
};
const REFERENCES: Readonly<Record<string, Pick<Notice, 'reference' | 'conflicts'>>> = {
  none: { reference: undefined, conflicts: false },
  own: { reference: OWN, conflicts: false },
  held: { reference: HELD, conflicts: false },
  new: { reference: 'ref-new', conflicts: false },
  conflict: { reference: 'ref-other', conflicts: true },
};
type Numbered = Pick<Notice, 'upstreamOrderNo' | 'numbered' | 'repeated'>;
const NUMBERS: Readonly<Record<string, Numbered>> = {
  none: { upstreamOrderNo: undefined, numbered: undefined, repeated: undefined },
  new: { upstreamOrderNo: 'no-new', numbered: undefined, repeated: undefined },
  own: { upstreamOrderNo: NUMBER, numbered: undefined, repeated: undefined },
  known: { upstreamOrderNo: 'no-held', numbered: '1', repeated: undefined },
};
const AMOUNTS = { equal: '1000', less: '900', more: '1100' };
const CURRENCIES = ['INR', 'USD'];

interface NoticeCase {
  name: string;
  known: Known;
  notice: Notice;
}
interface Case<Event> {
  name: string;
  known: Known;
  event: Event;
}
const cases = <Event>(events: readonly [string, Event][]): readonly Case<Event>[] =>
  Object.entries(KNOWN).flatMap(([booked, known]) =>
    events.map(([name, event]) => ({ name: `${booked} | ${name}`, known, event })),
  );

export const CASES: readonly NoticeCase[] = Object.entries(KNOWN).flatMap(([booked, known]) =>
  Object.entries(REFERENCES).flatMap(([reference, referred]) =>
    Object.entries(NUMBERS)
      .filter(
        ([, { numbered }]) => numbered === undefined || known.payments.some(({ id }) => id === numbered),
      )
      .flatMap(([number, numbered]) =>
        Object.entries(AMOUNTS).flatMap(([relation, amount]) =>
          CURRENCIES.map((currency) => ({
            name: [booked, reference, number, relation, currency].join(' | '),
            known,
            notice: {
              kind: 'notice' as const,
              amount,
              currency,
              hasContradicted: false,
              ...referred,
              ...numbered,
            },
          })),
        ),
      ),
  ),
);

export const orderOf = (
  status: CollectStatus,
  { paidAmount, noted, reference, upstreamOrderNo }: Known,
): PaidOrder =>
  Object.freeze({ status, currency: 'INR', amount: '1000', paidAmount, noted, reference, upstreamOrderNo });

export const frozen = (payments: readonly KnownPayment[]): readonly KnownPayment[] =>
  Object.freeze(payments.map(Object.freeze)) as readonly KnownPayment[];

export const decided = (status: CollectStatus, { known, notice }: NoticeCase): NoticeDecision =>
  decidePayment(orderOf(status, known), frozen(known.payments), Object.freeze(notice));

const marked = (...marks: (string | false | undefined)[]): string => marks.filter(Boolean).join(' ');
const listed = (sign: string, ids: readonly string[]): string | false =>
  ids.length > 0 && sign + ids.join(sign);

const receiptText = (receipt: Receipt): string =>
  receipt.do === 'allocate'
    ? 'allocate'
    : marked(
        receipt.to === 'review' ? 'suspend>review' : 'suspend',
        receipt.to === 'unchanged' && receipt.describes && 'describes',
        receipt.unnames && 'unnames',
      );

export function text(decision: NoticeDecision): string {
  if (decision.do === 'allocate' || decision.do === 'suspend') return receiptText(decision);
  if (decision.do === 'review') return `review ${decision.amount}`;
  if (decision.do === 'draw')
    return marked('draw', listed('+', decision.payments), listed('-', decision.writesOff));
  const { payment, contradicts, named, order } = decision;
  return marked(
    `dup ${payment ?? 'own'}`,
    contradicts && '!',
    named !== undefined && 'names',
    order.reference && 'ref',
    order.upstreamOrderNo && 'no',
  );
}

const OWN_LINES: Readonly<Record<string, Line['ownLine']>> = {
  none: undefined,
  unnamed: { reference: null },
  own: { reference: OWN },
};
const LINE_REFERENCES = { none: null, own: OWN, held: HELD, new: 'ref-new' };

interface LineCase {
  name: string;
  known: Known;
  line: Line;
}

export const LINE_CASES: readonly LineCase[] = Object.entries(KNOWN).flatMap(([booked, known]) =>
  Object.entries(LINE_REFERENCES).flatMap(([named, reference]) =>
    Object.entries(OWN_LINES).flatMap(([own, ownLine]) =>
      Object.entries(AMOUNTS).map(([relation, amount]) => ({
        name: [booked, named, `line ${own}`, relation].join(' | '),
        known,
        line: { kind: 'line' as const, amount, reference, ownLine },
      })),
    ),
  ),
);

export const matched = (status: CollectStatus, { known, line }: LineCase): LineDecision =>
  decidePayment(orderOf(status, known), frozen(known.payments), Object.freeze(line));

export function lineText(decision: LineDecision): string {
  switch (decision.do) {
    case 'confirm':
      return marked(
        'confirm',
        listed('+', decision.payments),
        listed('-', decision.writesOff),
        decision.unnames && 'unnames',
      );
    case 'allocate':
    case 'suspend':
      return marked(receiptText(decision), listed('-', decision.writesOff));
    case 'prove':
      return marked(
        `prove ${decision.payment}`,
        decision.names && 'names',
        decision.replaced && `+${decision.replaced.amount}`,
      );
    case 'refuse':
      return `no: ${decision.why}`;
    default:
      return decision.do;
  }
}

const CLAIMED: Readonly<Record<string, Claim['candidates'][number]>> = {
  own: { id: '1', currency: 'INR', suspended: '1000', isOwn: true, isKnown: true },
  another: { id: '9', currency: 'INR', suspended: '1000', isOwn: false, isKnown: true },
  'another, less': { id: '9', currency: 'INR', suspended: '900', isOwn: false, isKnown: true },
  'another, unknown': { id: '9', currency: 'INR', suspended: '1000', isOwn: false, isKnown: false },
};
export const CLAIMS: readonly Case<Claim>[] = cases(
  ['nothing', ...Object.keys(CLAIMED)].flatMap((claimed) =>
    [null, HELD].map((reference): [string, Claim] => {
      const candidates = CLAIMED[claimed] ? [CLAIMED[claimed]] : [];
      return [`claim of ${claimed} by ${reference ?? 'none'}`, { kind: 'claim', reference, candidates }];
    }),
  ),
);
export const CORRECTIONS = cases<Correction>([['correction', { kind: 'correction', reference: HELD }]]);
export const UNDOES = cases<Undo>(
  (['paid', 'suspense', 'tied'] as const).flatMap((effect) =>
    (effect === 'suspense' ? ['1', '2'] : [null]).flatMap((payment) =>
      [HELD, null].map((reference): [string, Undo] => [
        ['undo', effect, payment, reference ?? 'none'].filter(Boolean).join(' '),
        { kind: 'undo', line: { id: 'line', amount: '1000', reference, effect, payment } },
      ]),
    ),
  ),
);
export const DENIALS = cases<Denial>([
  ['denial', { kind: 'denial', payment: '1', proof: undefined }],
  ['denial against a line', { kind: 'denial', payment: '1', proof: 'line' }],
]);

const valued = (name: string, value: string | null | undefined): string | false =>
  value !== undefined && `${name}=${value ?? 'none'}`;

/** What people decide of a payment. */
export function personText(
  decision: ClaimDecision | CorrectionDecision | UndoDecision | DenialDecision,
): string {
  switch (decision.do) {
    case 'refuse':
      return `no: ${decision.why}`;
    case 'draw':
      return marked(
        'draw',
        decision.taken && `<${decision.taken}`,
        listed('+', decision.payments),
        listed('-', decision.writesOff),
      );
    case 'writeOff':
      return marked('write off', listed('-', decision.payments), valued('paid', decision.paidAmount));
    case 'return':
      return marked(
        'return',
        listed('-', decision.payments),
        valued('paid', decision.paidAmount),
        valued('utr', decision.utr),
      );
  }
}
