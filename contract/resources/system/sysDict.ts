import { STAFF } from '../../audience.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

/** A dictionary; its items are read through dataList. */
export const sysDictType = defineResource('sysDictType', {
  area: 'system',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  anyId: ['code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', pin: 'left', max: 300, localised: true }),
    code: text({ required: true, filter: 'contains', mono: true, max: 80 }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1 }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
  actions: {
    setStatus: { on: 'many', audience: STAFF, input: { status: dict('statusEnum', { required: true }) } },
  },
});
