import { STAFF } from '../../audience.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { localName } from '../localName.ts';
import { changeRecord } from './changeRecord.ts';

/** A position a user holds. */
export const sysPos = defineResource('sysPos', {
  area: 'system',
  scope: 'tenant',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: localName,
    code: text({ filter: 'equals', mono: true, max: 60 }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
});
