import { STAFF } from '../../audience.ts';
import { dict, int, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** A customer that runs a back office of its own on this platform; the first one is the platform itself. */
export const sysTenant = defineResource('sysTenant', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  anyId: ['name', 'adminAccount', 'phone'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, identity: 'name', filter: 'contains', sort: true, pin: 'left', max: 60 }),
    adminAccount: text({
      required: true,
      once: true,
      filter: 'contains',
      sort: true,
      max: 40,
      pattern: '[A-Za-z0-9_.@-]+',
    }),
    phone: text({
      required: true,
      filter: 'contains',
      max: 30,
      identity: 'phone',
      pattern: '[+0-9 ().-]{4,30}',
    }),
    email: text({ max: 120, pattern: '[^@\\s]+@[^@\\s]+\\.[^@\\s]+' }),
    tenantType: dict('tenantTypeEnum', { required: true, once: true, filter: 'in', initial: 0 }),
    status: dict('statusEnum', { readonly: true, filter: 'in', sort: true }),
    orgId: ref('sysOrg', { readonly: true, localised: true, extra: true }),
    userId: ref('sysUser', { readonly: true, extra: true }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    menuIds: json({ formOnly: true, to: 'sysMenu', forTenants: true, section: 'access' }),
    ...changeRecord,
  },
  actions: {
    setStatus: {
      on: 'many',
      audience: STAFF,
      confirm: true,
      input: { status: dict('statusEnum', { required: true }) },
    },
    resetPwd: { on: 'one', audience: STAFF, confirm: true, contextFields: ['adminAccount', 'status'] },
  },
});
