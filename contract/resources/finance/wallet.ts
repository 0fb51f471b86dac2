import { EVERYONE } from '../../audience.ts';
import { ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Whose wallet is looked at; what it shows are assets and fund details, so it is not among the resources. */
export const wallet = defineResource('wallet', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  label: 'merchantId',
  fields: { merchantId: ref('merchant', { readonly: true, filter: 'in' }) },
});
