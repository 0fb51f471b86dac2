import { STAFF } from '../../audience.ts';
import { dict, instant, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { HANDOVER_LONGEST } from '../../shiftHandover.ts';

/** A shift given to a colleague; it is offered, accepted, declined and withdrawn by routes of its own (server/domain/handover). */
export const shiftHandover = defineResource('shiftHandover', {
  area: 'orders',
  scope: 'parties',
  reads: STAFF,
  label: 'note',
  sort: { field: 'createdAt', order: 'descending' },
  views: {
    forMe: { filters: { toUserId: ['$me'], status: ['offered'] } },
    mine: { filters: { userId: ['$me'] } },
  },
  live: true,
  fields: {
    createdAt: instant({ readonly: true, filter: 'range', sort: true, pin: 'left', width: 132 }),
    userId: ref('sysUser', { readonly: true, filter: 'in', width: 110 }),
    toUserId: ref('sysUser', { readonly: true, filter: 'in', width: 110 }),
    status: dict('handoverStatus', { readonly: true, filter: 'in', width: 90 }),
    claims: int({ readonly: true, width: 72 }),
    moved: int({ readonly: true, width: 72 }),
    note: text({ readonly: true, filter: 'contains', max: HANDOVER_LONGEST, width: 280 }),
    decidedAt: instant({ readonly: true, sort: true, width: 132 }),
    expiresAt: instant({ readonly: true, extra: true }),
    reason: text({ readonly: true, max: 500, width: 160 }),
  },
});
