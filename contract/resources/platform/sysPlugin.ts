import { STAFF } from '../../audience.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** Code that clients of the family keep: it is kept as text, and never compiled or run. */
export const sysPlugin = defineResource('sysPlugin', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', pin: 'left', max: 100, width: 200 }),
    csharpCode: text({ required: true, extra: true, max: 20_000, mono: true }),
    assemblyName: text({ readonly: true, mono: true }),
    status: dict('statusEnum', { filter: 'in', initial: 1 }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
});
