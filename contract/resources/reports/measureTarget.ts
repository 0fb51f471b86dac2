import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a measure is to come to in a month: of all there is, of one merchant or of one upstream. */
export const measureTarget = defineResource('measureTarget', {
  area: 'reports',
  scope: 'tenantMerchant',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  audited: true,
  label: 'month',
  secondaryLabel: ['measure', 'currency', 'merchantId'],
  sort: { field: 'month', order: 'descending' },
  fields: {
    // yyyy-MM. What a target is about stays; another month or measure is another target.
    month: text({
      required: true,
      once: true,
      filter: 'equals',
      sort: true,
      pattern: '20[0-9]{2}-(0[1-9]|1[0-2])',
      max: 7,
      pin: 'left',
      width: 84,
    }),
    measure: dict('targetMeasure', { required: true, once: true, filter: 'in', sort: true, width: 120 }),
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 52 }),
    target: money({ required: true, positive: true, sort: true, width: 130 }),
    merchantId: ref('merchant', { once: true, filter: 'in', emptyIsAll: true, width: 130 }),
    upstreamId: ref('upstream', { once: true, filter: 'in', emptyIsAll: true, width: 130 }),
    createdAt: instant({ readonly: true, sort: true }),
    updatedAt: instant({ readonly: true, sort: true }),
  },
});
