import { dict, instant, json, ref, secret, text, url } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Who collects and pays through us; an agent brings sub-merchants and earns commission. */
export const merchant = defineResource('merchant', {
  area: 'merchants',
  scope: 'id',
  crud: ['add', 'update', 'export'],
  label: 'name',
  anyId: ['code', 'name'],
  sort: { field: 'id', order: 'descending' },
  live: true,
  fields: {
    code: text({
      required: true,
      once: true,
      filter: 'equals',
      pin: 'left',
      mono: true,
      sort: true,
      max: 32,
      pattern: '[A-Za-z0-9_-]+',
      width: 110,
    }),
    name: text({ required: true, filter: 'contains', sort: true, max: 80, width: 160 }),
    type: dict('merchantTypeEnum', { required: true, filter: 'in', sort: true, width: 80 }),
    status: dict('merchantStatusEnum', { required: true, filter: 'in', sort: true, width: 80 }),
    agentId: ref('merchant', { filter: 'in', width: 140 }),
    orgId: ref('sysOrg', { required: true, filter: 'in', width: 120 }),
    category: text({ filter: 'contains', max: 60 }),
    groupName: text({ filter: 'contains', max: 60 }),
    callbackUrl: url({ extra: true, max: 2000 }),
    messagingGroup: text({ extra: true, max: 120 }),
    orderMatchRegex: text({ extra: true, max: 300 }),
    config: json({ extra: true }),
    extendedConfig: json({ extra: true }),
    signSecret: secret({ formOnly: true, max: 120 }),
    remark: text({ max: 500, width: 200 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
  },
});
