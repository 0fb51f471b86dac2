import { STAFF } from '../../audience.ts';
import { dict, instant, int, ref, secret, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

const attribute = (max: number) => text({ required: true, mono: true, max, pattern: '[A-Za-z0-9.-]+' });

/** A directory (LDAP) that people come from and sign in with. Which hosts may be asked is the environment's to say. */
export const sysLdap = defineResource('sysLdap', {
  area: 'system',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'host',
  secondaryLabel: ['baseDn'],
  anyId: ['host', 'baseDn'],
  sort: { field: 'host', order: 'ascending' },
  fields: {
    host: text({ required: true, filter: 'contains', sort: true, pin: 'left', mono: true, max: 128 }),
    port: int({ required: true, min: 1, maximum: 65_535, initial: 636 }),
    baseDn: text({ required: true, filter: 'contains', mono: true, width: 240, max: 128 }),
    bindDn: text({ required: true, mono: true, width: 240, max: 128 }),
    bindPass: secret({ required: true, max: 512 }),
    authFilter: text({ required: true, mono: true, width: 240, max: 128, initial: '(uid=%s)' }),
    bindAttrAccount: { ...attribute(24), initial: 'uid' },
    bindAttrEmployeeId: { ...attribute(24), initial: 'employeeNumber' },
    bindAttrCode: { ...attribute(64), initial: 'ou' },
    orgId: ref('sysOrg', { localised: true, section: 'access' }),
    roleId: ref('sysRole', { localised: true, section: 'access' }),
    status: dict('statusEnum', { filter: 'in', initial: 1, render: 'radio' }),
    syncedAt: instant({ readonly: true, sort: true }),
    ...changeRecord,
  },
});
