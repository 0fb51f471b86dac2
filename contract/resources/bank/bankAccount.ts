import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { localName } from '../localName.ts';

/** An account at a bank whose statements are matched with orders. */
export const bankAccount = defineResource('bankAccount', {
  area: 'bank',
  scope: 'tenant',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  audited: true,
  label: 'name',
  anyId: ['accountNo', 'name'],
  sort: { field: 'name', order: 'ascending' },
  fields: {
    name: localName,
    bankTypeId: ref('bankType', { required: true, filter: 'in' }),
    accountNo: text({
      required: true,
      once: true,
      identity: 'account',
      filter: 'equals',
      mono: true,
      max: 40,
    }),
    ifsc: text({ pattern: '[A-Z]{4}0[A-Z0-9]{6}', mono: true, max: 11 }),
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 52 }),
    status: dict('bankAccountStatusEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    upstreamId: ref('upstream', { filter: 'in' }),
    statementBalance: money({ readonly: true }),
    statementAt: instant({ readonly: true, sort: true }),
    remark: text({ max: 500 }),
    createdAt: instant({ readonly: true, sort: true, extra: true }),
  },
});
