import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** How the servers and the database are; it has no rows of its own, so it is not among the resources. */
export const sysServer = defineResource('sysServer', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  label: 'name',
  fields: { name: text({ readonly: true }) },
});
