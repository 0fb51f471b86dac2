import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, instant, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A key with which a merchant's own system calls the Open API; its secret is shown when it is made and never again. */
export const openAccess = defineResource('openAccess', {
  area: 'merchants',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: EVERYONE },
  audited: true,
  label: 'accessKey',
  anyId: ['accessKey'],
  sort: { field: 'id', order: 'descending' },
  live: true,
  fields: {
    accessKey: text({ readonly: true, filter: 'equals', mono: true, pin: 'left', width: 220 }),
    merchantId: ref('merchant', { required: true, once: true, filter: 'in' }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    allowAddresses: text({ max: 2000 }),
    lastUsedAt: instant({ readonly: true, sort: true }),
    remark: text({ max: 200 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
  },
  actions: {
    rotate: {
      on: 'one',
      audience: EVERYONE,
      when: { status: ['enabled'] },
      confirm: true,
      contextFields: ['merchantId', 'lastUsedAt', 'remark'],
      danger: true,
    },
  },
});
