import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What one request led to, over all logs; it has no rows of its own, so it is not among the resources. */
export const logTrace = defineResource('logTrace', {
  area: 'logs',
  scope: 'tenant',
  reads: STAFF,
  label: 'traceId',
  fields: { traceId: text({ readonly: true, filter: 'equals', mono: true }) },
});
