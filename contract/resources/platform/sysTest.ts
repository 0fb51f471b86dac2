import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Parts of this server that are tried one by one; it has no rows of its own, so it is not among the resources. */
export const sysTest = defineResource('sysTest', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  actions: { run: { on: 'one', audience: STAFF } },
  label: 'part',
  fields: { part: text({ readonly: true }) },
});
