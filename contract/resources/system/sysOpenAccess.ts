import { STAFF } from '../../audience.ts';
import { dict, flag, instant, ref, secret, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

/** A key with which a system of a tenant signs as somebody; its secret is shown when it is made and never again. */
export const sysOpenAccess = defineResource('sysOpenAccess', {
  area: 'system',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'accessKey',
  anyId: ['accessKey'],
  sort: { field: 'accessKey', order: 'ascending' },
  fields: {
    accessKey: text({
      filter: 'contains',
      sort: true,
      mono: true,
      pin: 'left',
      width: 240,
      max: 64,
      pattern: '[A-Za-z0-9_.-]+',
    }),
    accessSecret: secret({ max: 128 }),
    bindTenantId: ref('sysTenant', { required: true, filter: 'in' }),
    bindUserId: ref('sysUser', { required: true, filter: 'in' }),
    status: dict('statusEnum', { filter: 'in', initial: 1, render: 'radio' }),
    bodySigned: flag({ filter: 'equals' }),
    lastUsedAt: instant({ readonly: true, sort: true }),
    ...changeRecord,
  },
});
