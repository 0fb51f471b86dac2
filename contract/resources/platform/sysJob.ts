import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What runs by time and what waits in the queue; its rows are served by calls of their own. */
export const sysJob = defineResource('sysJob', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  actions: { run: { on: 'one', audience: STAFF } },
  label: 'jobId',
  fields: { jobId: text({ readonly: true, mono: true }) },
});
