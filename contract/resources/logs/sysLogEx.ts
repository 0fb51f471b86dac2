import { json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { loggedRequest, requestLog } from './loggedRequest.ts';

/** Requests that failed unexpectedly, with the error. */
export const sysLogEx = defineResource('sysLogEx', {
  ...requestLog,
  fields: {
    ...loggedRequest,
    fingerprint: text({ readonly: true, filter: 'equals', mono: true }),
    exception: text({ readonly: true, max: 8000, width: 320 }),
    requestParam: json({ readonly: true, extra: true }),
  },
});
