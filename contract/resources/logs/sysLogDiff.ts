import { STAFF } from '../../audience.ts';
import { dict, instant, json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Each field of the system's own rows that somebody changed, before and after. */
export const sysLogDiff = defineResource('sysLogDiff', {
  area: 'logs',
  scope: 'subject',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'resource',
  anyId: ['account', 'concerned', 'remoteIp', 'traceId'],
  sort: { field: 'logDateTime', order: 'descending' },
  deep: { filters: [], sorts: ['logDateTime'] },
  fields: {
    logDateTime: instant({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
    diffType: dict('diffType', { readonly: true, filter: 'in' }),
    resource: text({ readonly: true, filter: 'equals' }),
    rowName: text({ readonly: true, localised: true, width: 110 }),
    // Both are on screen in half a window, too.
    beforeData: json({ readonly: true, width: 150 }),
    afterData: json({ readonly: true, width: 150 }),
    account: text({ readonly: true, filter: 'equals' }),
    remoteIp: text({ readonly: true, filter: 'equals', mono: true, width: 120 }),
    rowId: text({ readonly: true, filter: 'equals', mono: true, extra: true }),
    // What the ids in both were called then, and all those names as one text.
    labels: json({ readonly: true, extra: true }),
    concerned: text({ readonly: true, filter: 'contains', extra: true }),
    traceId: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
  },
});
