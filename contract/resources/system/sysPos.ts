import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A position a user holds. */
export const sysPos = defineResource('sysPos', {
  area: 'system',
  scope: 'tenant',
  crud: ['add', 'update', 'delete'],
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 60 }),
    code: text({ filter: 'equals', mono: true, max: 60 }),
    status: dict('statusEnum', { required: true, filter: 'in' }),
    orderNo: int({ sort: true }),
    remark: text({ max: 500 }),
  },
});
