import { dict, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A node of the organisation tree; business rows belong to one through their merchant. */
export const sysOrg = defineResource('sysOrg', {
  area: 'system',
  scope: 'tenant',
  crud: ['add', 'update', 'delete'],
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({
      required: true,
      filter: 'contains',
      sort: true,
      pin: 'left',
      max: 300,
      localised: true,
    }),
    code: text({ filter: 'equals', mono: true, max: 60 }),
    pid: ref('sysOrg', { filter: 'in', localised: true }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1 }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
  },
});
