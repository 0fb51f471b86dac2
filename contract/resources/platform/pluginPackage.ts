import { STAFF } from '../../audience.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** The longest package, in characters. */
export const PACKAGE_MAX = 60_000;

/**
 * A signed package that adds links and embedded pages to the menu. A newer package of the same code takes the place of an
 * older one; a disabled one has no entries in any menu, and its open pages close.
 */
export const pluginPackage = defineResource('pluginPackage', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  sort: { field: 'code', order: 'ascending' },
  fields: {
    package: text({ formOnly: true, max: PACKAGE_MAX, editor: 'file', mono: true }),
    name: text({ readonly: true, localised: true, pin: 'left', width: 220 }),
    code: text({ readonly: true, filter: 'contains', sort: true, mono: true, width: 160 }),
    pluginVersion: text({ readonly: true, mono: true, width: 90 }),
    status: dict('statusEnum', { filter: 'in', initial: 1, render: 'tag' }),
    entryCount: int({ readonly: true, width: 90 }),
    publisher: text({ readonly: true, width: 180 }),
    keyName: text({ readonly: true, mono: true }),
    remark: text({ max: 500 }),
  },
});
