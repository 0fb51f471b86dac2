import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What the installation calls itself, in each language; the settings are rows of `sysConfig`. */
export const sysInfoSetting = defineResource('sysInfoSetting', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  actions: { save: { on: 'one', audience: STAFF } },
  label: 'sysTitle',
  fields: { sysTitle: text({ readonly: true }) },
});
