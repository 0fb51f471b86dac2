import { EVERYONE } from '../../audience.ts';
import { dict, instant, money, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a merchant holds per currency, read from the ledger's accounts. */
export const merchantAsset = defineResource('merchantAsset', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'currency',
  sort: { field: 'id', order: 'ascending' },
  totals: ['available', 'pending', 'frozen', 'total'],
  live: true,
  fields: {
    merchantId: ref('merchant', { readonly: true, filter: 'in', pin: 'left' }),
    currency: dict('currency', { readonly: true, filter: 'in' }),
    available: money({ readonly: true, sort: true }),
    pending: money({ readonly: true, sort: true }),
    frozen: money({ readonly: true, sort: true }),
    total: money({ readonly: true, sort: true }),
    updatedAt: instant({ readonly: true, sort: true }),
  },
});
