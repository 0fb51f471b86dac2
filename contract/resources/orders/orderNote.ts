import { STAFF } from '../../audience.ts';
import { dict, instant, ref, text } from '../../field.ts';
import { NOTE_LONGEST } from '../../orderNote.ts';
import { defineResource } from '../../resource.ts';

/** Notes of the staff on orders. They are written, corrected and withdrawn by routes of their own (server/domain/notes). */
export const orderNote = defineResource('orderNote', {
  area: 'orders',
  scope: 'merchantStaff',
  reads: STAFF,
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  views: { mentionsMe: { filters: { mentions: ['$me'] } }, mine: { filters: { userId: ['$me'] } } },
  live: true,
  fields: {
    createdAt: instant({ readonly: true, filter: 'range', sort: true, pin: 'left', width: 132 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    orderKind: dict('entryOrderKind', { readonly: true, filter: 'in', width: 84 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    userId: ref('sysUser', { readonly: true, filter: 'in', width: 104 }),
    body: text({ readonly: true, filter: 'contains', max: NOTE_LONGEST, width: 320 }),
    status: dict('orderNoteStatus', { readonly: true, filter: 'in', width: 84 }),
    changedAt: instant({ readonly: true, sort: true, width: 132 }),
    mentions: ref('sysUser', { readonly: true, formOnly: true, filter: 'in' }),
    orderId: text({ readonly: true, filter: 'equals', extra: true }),
  },
});
