import { STAFF } from '../../audience.ts';
import { dict, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { localName } from '../localName.ts';
import { changeRecord } from './changeRecord.ts';

/** A node of the organisation tree; business rows belong to one through their merchant. */
export const sysOrg = defineResource('sysOrg', {
  area: 'system',
  scope: 'tenant',
  live: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: localName,
    code: text({ filter: 'equals', mono: true, max: 60 }),
    pid: ref('sysOrg', { filter: 'in', localised: true }),
    type: dict('org_type', { filter: 'in' }),
    level: int({ min: 1, maximum: 99, extra: true }),
    directorId: ref('sysUser', { extra: true }),
    country: dict('country'),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
  actions: {
    arrange: {
      on: 'one',
      audience: STAFF,
      confirm: true,
      input: {
        pid: ref('sysOrg', { localised: true }),
        beforeId: ref('sysOrg', { localised: true }),
      },
    },
  },
});
