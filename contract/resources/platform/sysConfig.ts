import { STAFF } from '../../audience.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** A named setting of the system. */
export const sysConfig = defineResource('sysConfig', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  live: true,
  // What everybody has on screen is among them: title, logo, watermark.
  heardByAll: true,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  anyId: ['code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 300, localised: true }),
    code: text({ required: true, filter: 'contains', sort: true, mono: true, max: 80 }),
    groupCode: text({ filter: 'equals', sort: true, max: 60 }),
    value: text({ max: 4000 }),
    sysFlag: dict('yesNoEnum', { required: true, filter: 'in', initial: 2, render: 'checkbox' }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
});
