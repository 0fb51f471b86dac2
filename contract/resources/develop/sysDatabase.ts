import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** The tables of the database, to be read by super administrators; its rows are served by calls of their own. */
export const sysDatabase = defineResource('sysDatabase', {
  area: 'develop',
  scope: 'platform',
  reads: STAFF,
  label: 'name',
  fields: { name: text({ readonly: true, mono: true }) },
});
