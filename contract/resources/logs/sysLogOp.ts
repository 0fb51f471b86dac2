import { STAFF } from '../../audience.ts';
import { json } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { loggedRequest } from './loggedRequest.ts';

/** Every write that was asked for, refused ones too. */
export const sysLogOp = defineResource('sysLogOp', {
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
    requestParam: json({ readonly: true, extra: true }),
  },
});
