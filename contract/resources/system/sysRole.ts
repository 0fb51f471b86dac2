import { STAFF } from '../../audience.ts';
import { dict, instant, int, json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { localName } from '../localName.ts';
import { changeRecord } from './changeRecord.ts';

/** What a group of people may do, and whose rows they see. Whoever is signed in hears of a change: it may be about them. */
export const sysRole = defineResource('sysRole', {
  area: 'system',
  scope: 'tenant',
  live: true,
  heardByAll: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  label: 'name',
  anyId: ['code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: localName,
    code: text({ required: true, identity: 'code', once: true, filter: 'equals', mono: true, max: 60 }),
    dataScope: dict('dataScopeEnum', { required: true, filter: 'in', initial: 4 }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    // Holders that it does not fit; absent where it fits all.
    misfits: int({ readonly: true, sort: true, width: 84 }),
    remark: text({ max: 1000, localised: true }),
    menuIds: json({ formOnly: true, to: 'sysMenu', section: 'access' }),
    orgIds: json({ formOnly: true, to: 'sysOrg', section: 'access' }),
    bulkLimits: json({ formOnly: true, perCurrency: true, section: 'limits' }),
    ...changeRecord,
    createdAt: instant({ readonly: true, sort: true }),
  },
  actions: {
    setStatus: { on: 'many', audience: STAFF, input: { status: dict('statusEnum', { required: true }) } },
  },
});
