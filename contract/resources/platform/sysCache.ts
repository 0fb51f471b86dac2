import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What servers keep in memory for a moment; it has no rows of its own, so it is not among the resources. */
export const sysCache = defineResource('sysCache', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { delete: STAFF },
  actions: { clear: { on: 'many', audience: STAFF } },
  label: 'key',
  fields: { key: text({ readonly: true, mono: true }) },
});
