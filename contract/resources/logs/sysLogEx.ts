import { STAFF } from '../../audience.ts';
import { json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { loggedRequest } from './loggedRequest.ts';

/** Requests that failed unexpectedly, with the error. */
export const sysLogEx = defineResource('sysLogEx', {
  area: 'logs',
  scope: 'tenant',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'displayTitle',
  anyId: ['account', 'traceId', 'remoteIp'],
  sort: { field: 'logDateTime', order: 'descending' },
  deep: { filters: [], sorts: ['logDateTime'] },
  fields: {
    ...loggedRequest,
    fingerprint: text({ readonly: true, filter: 'equals', mono: true }),
    exception: text({ readonly: true, max: 8000, width: 320 }),
    requestParam: json({ readonly: true, extra: true }),
  },
});
