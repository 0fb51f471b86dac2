import { STAFF } from '../../audience.ts';
import { dict, instant, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** By what a trial balance is asked; it has no rows of its own, so it is not among the resources. */
export const trialBalance = defineResource('trialBalance', {
  area: 'finance',
  scope: 'merchantStaff',
  reads: STAFF,
  label: 'currency',
  fields: {
    createdAt: instant({ readonly: true, filter: 'range' }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    currency: dict('currency', { readonly: true, filter: 'in' }),
  },
});
