import { dict, instant, int, json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a group of people may do, and whose rows they see. */
export const sysRole = defineResource('sysRole', {
  area: 'system',
  scope: 'tenant',
  crud: ['add', 'update', 'delete', 'export'],
  label: 'name',
  anyId: ['code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 60 }),
    code: text({ required: true, once: true, filter: 'equals', mono: true, max: 60 }),
    dataScope: dict('dataScopeEnum', { required: true, filter: 'in' }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true }),
    orderNo: int({ sort: true }),
    remark: text({ max: 500 }),
    menuIds: json({ formOnly: true }),
    orgIds: json({ formOnly: true }),
    createdAt: instant({ readonly: true, sort: true }),
  },
});
