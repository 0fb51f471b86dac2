import { json } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { loggedRequest, requestLog } from './loggedRequest.ts';

/** Every write that was asked for, refused ones too. */
export const sysLogOp = defineResource('sysLogOp', {
  ...requestLog,
  fields: {
    ...loggedRequest,
    requestParam: json({ readonly: true, extra: true }),
  },
});
