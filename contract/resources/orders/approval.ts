import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** References that each person reads at the bank themselves: the first one's word is not taken for it. */
export const OWN_WORDS = ['utr', 'transactionHash'] as const;
export const isOwnWord = (name: string): boolean => OWN_WORDS.some((each) => each === name);

/** What is asked of whoever agrees, by command, as the command itself asks for it. */
const CODED = [
  'forceConfirm',
  'reversal',
  'payoutConfirm',
  'payoutFailed',
  'payoutReturned',
  'writeOff',
  'withdrawal',
];
const REASONED = CODED.filter((command) => command !== 'withdrawal');
const BY_UTR = ['forceConfirm', 'payoutConfirm'];

/** A question to others: what somebody did above a limit, which step of its flow decides, and what became of it. */
export const approval = defineResource('approval', {
  area: 'orders',
  scope: 'merchantId',
  reads: EVERYONE,
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  defaultFilter: { outcome: ['waiting'] },
  live: true,
  views: {
    waitsForMe: { filters: { outcome: ['waiting'], waitsFor: ['$me'] } },
    madeByMe: { filters: { outcome: ['waiting'], maker: '$account' } },
  },
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, width: 150 }),
    command: dict('approvalCommand', { readonly: true, filter: 'in', width: 100 }),
    outcome: dict('approvalOutcome', { readonly: true, filter: 'in', width: 84 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 110 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    limitAmount: money({ readonly: true, width: 104 }),
    // Who is about it, and in which step, is the platform's own.
    step: int({ readonly: true, staff: true, width: 56 }),
    maker: text({ readonly: true, staff: true, actor: true, filter: 'equals', width: 104 }),
    // Who can decide the step that it is in.
    waitsFor: ref('sysUser', { readonly: true, staff: true, formOnly: true, filter: 'in' }),
    utr: text({ readonly: true, staff: true, filter: 'equals', mono: true, width: 112 }),
    makerReason: text({ readonly: true, staff: true, max: 500, width: 160 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
    expiresAt: instant({ readonly: true, sort: true, width: 132 }),
    checker: text({ readonly: true, staff: true, actor: true, filter: 'equals', width: 104 }),
    answer: text({ readonly: true, staff: true, localised: true, max: 500, width: 160 }),
    decidedAt: instant({ readonly: true, sort: true, width: 132 }),
  },
  actions: {
    // The command that was asked for, as whoever gives it on its own row: it demands, asks and refuses the same.
    agree: {
      on: 'many',
      audience: STAFF,
      books: 'delegated',
      when: { outcome: ['waiting'] },
      hotkey: 'shift+a',
      primary: true,
      confirm: true,
      contextFields: ['command', 'merchantId', 'maker', 'makerReason'],
      otp: 'byRow',
      revalidateOn: [...OWN_WORDS],
      input: {
        utr: text({ identity: 'utr', pattern: '[0-9]{12}', max: 12 }),
        transactionHash: text({ identity: 'hash', mono: true, max: 66, pattern: '(0x)?[0-9a-fA-F]{64}' }),
        // Without one of their own they say what the first person said.
        reason: text({ max: 500 }),
      },
      asks: {
        utr: { of: { command: BY_UTR }, alone: true },
        transactionHash: { of: { command: ['withdrawal'] }, alone: true },
        reason: { of: { command: REASONED }, optional: true },
        otp: { of: { command: CODED } },
      },
    },
    // A request or a payout that waits is rejected itself, which ends it.
    refuse: {
      on: 'many',
      audience: STAFF,
      books: 'delegated',
      when: { outcome: ['waiting'] },
      hotkey: 'shift+x',
      confirm: true,
      danger: true,
      contextFields: ['command', 'merchantId', 'amount', 'currency', 'maker', 'makerReason'],
      input: { reason: text({ required: true, max: 500 }) },
    },
  },
});
