import { STAFF } from '../../audience.ts';
import { dict, instant, int, json, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

const TIME_OF_DAY = '([01][0-9]|2[0-3]):[0-5][0-9]';

/**
 * When somebody is to be notified: a measure over a window, what it is compared with, and who hears of it. A rule that
 * names no merchant is about all of them, and seen by those who see all of them.
 */
export const alertRule = defineResource('alertRule', {
  area: 'reports',
  scope: 'tenantFigure',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  audited: true,
  label: 'name',
  sort: { field: 'name', order: 'ascending' },
  fields: {
    name: text({
      required: true,
      filter: 'contains',
      sort: true,
      max: 300,
      localised: true,
      pin: 'left',
      width: 190,
    }),
    state: dict('alertState', { readonly: true, filter: 'in', sort: true, width: 76 }),
    measure: dict('alertMeasure', { required: true, once: true, filter: 'in', sort: true, width: 150 }),
    comparison: dict('alertComparison', { required: true, initial: 'above', width: 64 }),
    // Of a rate per cent, of money in the rule's currency, else a count.
    threshold: money({ required: true, width: 96 }),
    windowMinutes: int({ required: true, min: 15, maximum: 1440, initial: 15, width: 72 }),
    minimumCount: int({ min: 0, maximum: 1_000_000, initial: 0, width: 72 }),
    forMinutes: int({ min: 0, maximum: 1440, initial: 0, width: 64 }),
    resolveThreshold: money({ extra: true }),
    keepFiringMinutes: int({ min: 0, maximum: 1440, initial: 0, extra: true }),
    merchantId: ref('merchant', { once: true, filter: 'in', emptyIsAll: true, width: 120 }),
    upstreamId: ref('upstream', { once: true, filter: 'in', emptyIsAll: true, width: 116 }),
    channelId: ref('channel', { once: true, filter: 'in', emptyIsAll: true, width: 110 }),
    currency: dict('currency', { once: true, filter: 'in', width: 52 }),
    userIds: json({ formOnly: true, to: 'sysUser', section: 'hearers' }),
    roleIds: json({ formOnly: true, to: 'sysRole', section: 'hearers' }),
    quietFrom: text({ extra: true, pattern: TIME_OF_DAY, max: 5, section: 'hearers' }),
    quietTo: text({ extra: true, pattern: TIME_OF_DAY, max: 5, section: 'hearers' }),
    quietZone: text({ extra: true, max: 60, section: 'hearers' }),
    mutedUntil: instant({ readonly: true, sort: true }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1, width: 64 }),
    userId: ref('sysUser', { readonly: true, filter: 'in', width: 104 }),
    evaluatedTo: instant({ readonly: true, extra: true }),
    createdAt: instant({ readonly: true, extra: true, sort: true }),
    updatedAt: instant({ readonly: true, extra: true, sort: true }),
  },
  actions: {
    muteHour: { on: 'many', audience: STAFF, when: { status: ['enabled'] } },
    muteUntilTomorrow: { on: 'many', audience: STAFF, when: { status: ['enabled'] } },
    unmute: { on: 'many', audience: STAFF },
    turnOff: { on: 'many', audience: STAFF, when: { status: ['enabled'] } },
    turnOn: { on: 'many', audience: STAFF, when: { status: ['disabled'] } },
  },
});
