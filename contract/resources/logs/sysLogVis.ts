import { defineResource } from '../../resource.ts';
import { loggedRequest, requestLog } from './loggedRequest.ts';

/** Who signed in, locked, unlocked and signed out, refused ones too. */
export const sysLogVis = defineResource('sysLogVis', {
  ...requestLog,
  fields: loggedRequest,
});
