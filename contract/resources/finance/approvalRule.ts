import { STAFF } from '../../audience.ts';
import { dict, instant, int, money, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

const SWITCHING = {
  on: 'one',
  audience: STAFF,
  books: 'platform',
  confirm: true,
  otp: true,
  contextFields: ['command', 'currency', 'limitAmount', 'merchantId'],
} as const;

/**
 * Above which amount a command asks others, and in how many steps; a rule for a merchant beats the one for all. Its
 * steps are drawn in the view of flows; a new rule has one, which whoever may do the command decides.
 */
export const approvalRule = defineResource('approvalRule', {
  area: 'finance',
  scope: 'tenantMerchant',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  audited: true,
  label: 'command',
  secondaryLabel: ['currency', 'merchantId'],
  sort: { field: 'command', order: 'ascending' },
  fields: {
    // What a rule is about stays; another command, currency or merchant is another rule.
    command: dict('approvalCommand', {
      required: true,
      once: true,
      filter: 'in',
      sort: true,
      pin: 'left',
      width: 120,
    }),
    currency: dict('currency', { required: true, once: true, filter: 'in', sort: true, width: 52 }),
    limitAmount: money({ required: true, sort: true, width: 104 }),
    merchantId: ref('merchant', { once: true, filter: 'in', emptyIsAll: true }),
    steps: int({ readonly: true, sort: true, width: 56 }),
    flowVersion: int({ readonly: true, width: 64 }),
    // Later by an action of its own.
    status: dict('statusEnum', { required: true, once: true, filter: 'in', sort: true, initial: 1 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
    updatedAt: instant({ readonly: true, sort: true }),
  },
  // Either may ask less of others than before: a rule of one merchant comes before the one for all.
  actions: {
    enable: { ...SWITCHING, when: { status: ['disabled'] } },
    disable: { ...SWITCHING, when: { status: ['enabled'] }, danger: true },
  },
});
