import { STAFF } from '../../audience.ts';
import { defineResource } from '../../resource.ts';
import { loggedRequest } from './loggedRequest.ts';

/** Who signed in, locked, unlocked and signed out, refused ones too. */
export const sysLogVis = defineResource('sysLogVis', {
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
  },
});
