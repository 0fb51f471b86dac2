import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLLECT_STATUSES, type CollectStatus, nextStatus } from '../../ledger/states.ts';
import type { Claim, ClaimDecision } from './decide/claim.ts';
import type { Correction, CorrectionDecision } from './decide/correction.ts';
import type { Line, LineDecision } from './decide/line.ts';
import type { Receipt } from './decide/receipt.ts';
import type { Notice, NoticeDecision } from './decide/notice.ts';
import { type KnownPayment, type PaidOrder, sumOf } from './decide/state.ts';
import type { Undo, UndoDecision } from './decide/undo.ts';
import type { Denial, DenialDecision } from './decide/writeOff.ts';
import { decidePayment } from './decidePayment.ts';
import { named } from './paymentState.ts';
import { SUSPENDED_PAYMENT } from './paymentSample.ts';

/**
 * Every event × state of its order × what is booked for it; of notices × reference × number × amount × currency, of
 * statement lines × reference × amount × the line that the order has already. decidePayment.table.txt has a line for
 * each, with a column for each status of the order.
 */

const OWN = 'ref-own';
const HELD = 'ref-held';
const NUMBER = 'no-own';

const PAYMENT: KnownPayment = { ...SUSPENDED_PAYMENT, id: '1', reference: HELD };
type Known = Pick<PaidOrder, 'paidAmount' | 'noted' | 'reference' | 'upstreamOrderNo'> & {
  payments: readonly KnownPayment[];
};
const NOTHING = { paidAmount: null, noted: null, reference: null, upstreamOrderNo: null };
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

const CASES: readonly NoticeCase[] = Object.entries(KNOWN).flatMap(([booked, known]) =>
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

const orderOf = (
  status: CollectStatus,
  { paidAmount, noted, reference, upstreamOrderNo }: Known,
): PaidOrder =>
  Object.freeze({ status, currency: 'INR', amount: '1000', paidAmount, noted, reference, upstreamOrderNo });

const frozen = (payments: readonly KnownPayment[]): readonly KnownPayment[] =>
  Object.freeze(payments.map(Object.freeze)) as readonly KnownPayment[];

const decided = (status: CollectStatus, { known, notice }: NoticeCase): NoticeDecision =>
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

function text(decision: NoticeDecision): string {
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

const LINE_CASES: readonly LineCase[] = Object.entries(KNOWN).flatMap(([booked, known]) =>
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

const matched = (status: CollectStatus, { known, line }: LineCase): LineDecision =>
  decidePayment(orderOf(status, known), frozen(known.payments), Object.freeze(line));

function lineText(decision: LineDecision): string {
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
const CLAIMS: readonly Case<Claim>[] = cases(
  ['nothing', ...Object.keys(CLAIMED)].flatMap((claimed) =>
    [null, HELD].map((reference): [string, Claim] => {
      const candidates = CLAIMED[claimed] ? [CLAIMED[claimed]] : [];
      return [`claim of ${claimed} by ${reference ?? 'none'}`, { kind: 'claim', reference, candidates }];
    }),
  ),
);
const CORRECTIONS = cases<Correction>([['correction', { kind: 'correction', reference: HELD }]]);
const UNDOES = cases<Undo>(
  (['paid', 'suspense', 'tied'] as const).flatMap((effect) =>
    (effect === 'suspense' ? ['1', '2'] : [null]).flatMap((payment) =>
      [HELD, null].map((reference): [string, Undo] => [
        ['undo', effect, payment, reference ?? 'none'].filter(Boolean).join(' '),
        { kind: 'undo', line: { id: 'line', amount: '1000', reference, effect, payment } },
      ]),
    ),
  ),
);
const DENIALS = cases<Denial>([
  ['denial', { kind: 'denial', payment: '1', proof: undefined }],
  ['denial against a line', { kind: 'denial', payment: '1', proof: 'line' }],
]);

const valued = (name: string, value: string | null | undefined): string | false =>
  value !== undefined && `${name}=${value ?? 'none'}`;

/** What people decide of a payment. */
function personText(decision: ClaimDecision | CorrectionDecision | UndoDecision | DenialDecision): string {
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

const TABLE = join(import.meta.dirname, 'decidePayment.table.txt');

const table = (): string =>
  [
    ['booked | reference | number | amount | currency', ...COLLECT_STATUSES].join(' | '),
    ...CASES.map((each) =>
      [each.name, ...COLLECT_STATUSES.map((status) => text(decided(status, each)))].join(' | '),
    ),
    '',
    ['booked | reference | own line | amount', ...COLLECT_STATUSES].join(' | '),
    ...LINE_CASES.map((each) =>
      [each.name, ...COLLECT_STATUSES.map((status) => lineText(matched(status, each)))].join(' | '),
    ),
    '',
    ['booked | stated by a person', ...COLLECT_STATUSES].join(' | '),
    ...[...CLAIMS, ...CORRECTIONS, ...UNDOES, ...DENIALS].map(({ name, known, event }) =>
      [
        name,
        ...COLLECT_STATUSES.map((status) =>
          personText(decidePayment(orderOf(status, known), frozen(known.payments), Object.freeze(event))),
        ),
      ].join(' | '),
    ),
  ].join('\n') + '\n';

it('is decided as the table says; UPDATE_TABLE=1 rewrites it', () => {
  const now = table();
  if (process.env.UPDATE_TABLE) writeFileSync(TABLE, now);
  expect(now).toBe(readFileSync(TABLE, 'utf8'));
});

describe('a notice', () => {
  it('credits an order that waits with its amount, in its currency, under no other order’s reference, and nothing else', () => {
    for (const each of CASES)
      for (const status of COLLECT_STATUSES) {
        const { conflicts, amount, currency } = each.notice;
        const fits = !conflicts && amount === '1000' && currency === 'INR';
        const waits = nextStatus('paid', status) !== undefined;
        const decision = decided(status, each);
        if (decision.do === 'allocate') expect([each.name, fits && waits]).toEqual([each.name, true]);
        if (decision.do === 'draw')
          expect([waits, conflicts, sumOf(named(each.known.payments, decision.payments))]).toEqual([
            true,
            false,
            '1000',
          ]);
      }
  });

  it('of money that nobody has told of is booked', () => {
    for (const each of CASES.filter(({ known }) => known.payments.length === 0))
      for (const status of COLLECT_STATUSES)
        expect(['allocate', 'suspend'], each.name).toContain(decided(status, each).do);
  });

  it('under a reference that is in suspense for its order is booked no second time', () => {
    for (const each of CASES.filter(
      ({ notice, known }) =>
        notice.reference === HELD &&
        known.payments.some((p) => p.reference === HELD && p.status === 'suspended'),
    ))
      for (const status of COLLECT_STATUSES) {
        // An order that waits compares once anything is known to be paid.
        expect(['draw', 'review', 'duplicate'], `${each.name} ${status}`).toContain(decided(status, each).do);
      }
  });

  it('that repeats a booked payment with its amount contradicts nothing', () => {
    const { known, notice } = CASES.find(({ name }) => name === 'own | own | own | equal | INR')!;
    expect(decided('success', { name: '', known, notice })).toMatchObject({
      do: 'duplicate',
      payment: undefined,
      contradicts: false,
    });
    const other = { ...notice, amount: '900' };
    expect(decided('success', { name: '', known, notice: other })).toMatchObject({ contradicts: true });
  });

  it('that has only contradicted before has brought nothing', () => {
    const { known, notice } = CASES.find(({ name }) => name === 'own | none | new | less | INR')!;
    const bare = { ...notice, hasContradicted: true };
    expect(decided('success', { name: '', known, notice })).toMatchObject({ do: 'suspend' });
    expect(decided('success', { name: '', known, notice: bare })).toMatchObject({
      do: 'duplicate',
      payment: undefined,
    });
  });
});

describe('a statement line', () => {
  /** By status, with what else is known of the order and the line. */
  const by = (amount: string, known: Partial<Known> = {}, line: Partial<Line> = {}) =>
    Object.fromEntries(
      COLLECT_STATUSES.map((status) => {
        const given = { ...NOTHING, payments: [], ...known };
        const event = { kind: 'line' as const, amount, reference: null, ownLine: undefined, ...line };
        return [status, lineText(matched(status, { name: '', known: given, line: event }))];
      }),
    );

  it('of the whole amount succeeds in time, confirms a review and ties to a success', () => {
    expect(by('1000.00')).toEqual({
      created: 'allocate',
      paying: 'allocate',
      success: 'tie',
      failed: 'suspend>review',
      expired: 'suspend>review',
      cancelled: 'suspend>review',
      reversed: 'no: status',
      review: 'confirm',
    });
  });

  it('of another amount goes to suspense', () => {
    expect(by('900')).toEqual({
      created: 'suspend>review',
      paying: 'suspend>review',
      success: 'no: differs',
      failed: 'suspend>review',
      expired: 'suspend>review',
      cancelled: 'suspend>review',
      reversed: 'no: status',
      review: 'suspend describes',
    });
  });

  it('under another reference is more money for the order, whatever its amount', () => {
    const known = { paidAmount: '1000', noted: OWN, reference: OWN };
    for (const amount of ['1000', '600'])
      for (const status of ['success', 'review', 'reversed'] as const)
        expect(by(amount, known, { reference: 'ref-new' })[status]).toBe('suspend');
  });

  it('is no more money where the references agree, one is missing or no money is known', () => {
    const known = { paidAmount: '1000', noted: OWN, reference: OWN };
    const own = by('1000', known, { reference: OWN });
    expect([own.success, own.review, own.reversed]).toEqual(['tie', 'confirm', 'no: status']);
    expect(by('1000', { ...known, noted: null, reference: null }, { reference: 'ref-new' })).toMatchObject({
      success: 'tie',
      reversed: 'no: status',
    });
    expect(by('1000', { ...known, paidAmount: null }, { reference: 'ref-new' }).review).toBe('confirm');
  });

  it('proves a payment in suspense once, and moves nothing', () => {
    for (const { name, known, line } of LINE_CASES)
      for (const status of COLLECT_STATUSES) {
        const decision = matched(status, { name, known, line });
        if (decision.do !== 'prove') continue;
        const proved = known.payments.find(({ id }) => id === decision.payment)!;
        expect([name, proved.line, proved.amount]).toEqual([name, undefined, line.amount]);
      }
  });

  it('of money in suspense credits nothing but that', () => {
    for (const each of LINE_CASES)
      for (const status of COLLECT_STATUSES) {
        const decision = matched(status, each);
        if (decision.do !== 'confirm') continue;
        const available = each.known.payments.filter((payment) => payment.status === 'suspended');
        for (const id of decision.payments)
          expect(
            available.map((payment) => payment.id),
            each.name,
          ).toContain(id);
      }
  });
});
