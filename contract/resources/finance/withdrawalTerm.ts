import { STAFF } from '../../audience.ts';
import { dict, money, rate } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** On what terms merchants withdraw a currency; one that is not listed cannot be withdrawn. */
export const withdrawalTerm = defineResource('withdrawalTerm', {
  area: 'finance',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  books: 'platform',
  audited: true,
  label: 'currency',
  sort: { field: 'currency', order: 'ascending' },
  fields: {
    currency: dict('currency', { required: true, once: true, filter: 'in', sort: true, pin: 'left' }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    feeRate: rate({ required: true, section: 'limits' }),
    fixedFee: money({ required: true, initial: '0', section: 'limits' }),
    miniAmount: money({ required: true, positive: true, section: 'limits' }),
    maxAmount: money({ required: true, section: 'limits' }),
    referenceRate: money({ required: true, price: true, currency: 'asset' }),
    band: rate({ required: true, initial: '0.05' }),
    asset: dict('currency', { readonly: true, extra: true }),
  },
});
