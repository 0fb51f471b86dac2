import { dict, instant, money, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a merchant holds per currency, read from the ledger's accounts. */
export const merchantAsset = defineResource('merchantAsset', {
  area: 'finance',
  scope: 'merchantId',
  crud: ['export'],
  label: 'currency',
  sort: { field: 'id', order: 'ascending' },
  totals: ['available', 'pending', 'frozen', 'total'],
  live: true,
  fields: {
    merchantId: ref('merchant', { readonly: true, filter: 'in', pin: 'left', width: 140 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 64 }),
    available: money({ readonly: true, sort: true, width: 130 }),
    pending: money({ readonly: true, sort: true, width: 130 }),
    frozen: money({ readonly: true, sort: true, width: 130 }),
    total: money({ readonly: true, sort: true, width: 130 }),
    updatedAt: instant({ readonly: true, sort: true }),
  },
});
