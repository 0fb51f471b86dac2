import { STAFF } from '../../audience.ts';
import { dict, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

const STATUS = {
  setStatus: { on: 'many', audience: STAFF, input: { status: dict('statusEnum', { required: true }) } },
} as const;

/** A dictionary. What it holds is on everybody's screen, so everybody hears of a change. */
export const sysDictType = defineResource('sysDictType', {
  area: 'platform',
  scope: 'platform',
  live: true,
  heardByAll: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  anyId: ['code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', pin: 'left', max: 300, localised: true }),
    code: text({ required: true, filter: 'contains', mono: true, max: 80 }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
  actions: STATUS,
});

/** An item of a dictionary: what a value is called, and its colour. */
export const sysDictData = defineResource('sysDictData', {
  area: 'platform',
  scope: 'platform',
  live: true,
  heardByAll: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'label',
  anyId: ['code', 'value'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    dictTypeId: ref('sysDictType', { required: true, once: true, filter: 'in', localised: true, width: 150 }),
    label: text({ required: true, filter: 'contains', pin: 'left', max: 300, localised: true, width: 160 }),
    value: text({ required: true, filter: 'contains', mono: true, max: 80, width: 110 }),
    code: text({ required: true, filter: 'contains', mono: true, max: 80, width: 130 }),
    tagType: dict('tagType', { required: true, filter: 'in', initial: 'primary' }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    styleSetting: text({ extra: true, max: 500 }),
    classSetting: text({ extra: true, max: 500 }),
    extData: text({ extra: true, max: 4000 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
  actions: STATUS,
});
