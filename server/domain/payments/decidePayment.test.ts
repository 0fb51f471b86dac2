import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLLECT_STATUSES, nextStatus } from '../../ledger/states.ts';
import type { Line } from './decide/line.ts';
import { sumOf } from './decide/state.ts';
import { decidePayment } from './decidePayment.ts';
import {
  CASES,
  CLAIMS,
  CORRECTIONS,
  decided,
  DENIALS,
  frozen,
  HELD,
  type Known,
  LINE_CASES,
  lineText,
  matched,
  NOTHING,
  orderOf,
  OWN,
  personText,
  text,
  UNDOES,
} from './paymentCases.ts';
import { named } from './paymentState.ts';

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
