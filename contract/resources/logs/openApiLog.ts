import { EVERYONE } from '../../audience.ts';
import { dict, instant, int, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Every call of the Open API, refused ones with their reason; secrets are masked. */
export const openApiLog = defineResource('openApiLog', {
  area: 'logs',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'path',
  anyId: ['merchantOrderNo', 'accessKey'],
  sort: { field: 'createdAt', order: 'descending' },
  deep: { filters: ['merchantId'], sorts: ['createdAt'] },
  live: true,
  fields: {
    createdAt: instant({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    // Whole: what distinguishes calls is in the middle.
    path: text({ readonly: true, filter: 'equals', width: 190 }),
    reason: dict('openReason', { readonly: true, filter: 'in' }),
    errorMessage: text({ readonly: true, max: 1000, width: 200 }),
    answerCode: int({ readonly: true, filter: 'equals' }),
    answer: text({ readonly: true, max: 4096, width: 200 }),
    merchantOrderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    // The first of those who sign in for the merchant.
    userAccount: text({ readonly: true, width: 110 }),
    accessKey: text({ readonly: true, filter: 'equals', mono: true, width: 180 }),
    ip: text({ readonly: true, filter: 'equals' }),
    milliseconds: int({ readonly: true }),
    method: text({ readonly: true, extra: true }),
    headers: json({ readonly: true, extra: true }),
    body: text({ readonly: true, extra: true, max: 4096 }),
    canonical: text({ readonly: true, extra: true, mono: true, max: 2000 }),
    givenSign: text({ readonly: true, extra: true, mono: true }),
    traceId: text({ readonly: true, staff: true, extra: true, filter: 'equals', mono: true, width: 150 }),
    expectedSign: text({ readonly: true, staff: true, extra: true, mono: true }),
  },
});
