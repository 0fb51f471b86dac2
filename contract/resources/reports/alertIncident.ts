import { STAFF } from '../../audience.ts';
import { dict, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A rule fired: from when to when, how far it went, and what it was about as the rule was at that time. */
export const alertIncident = defineResource('alertIncident', {
  area: 'reports',
  scope: 'tenantFigure',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'name',
  sort: { field: 'openedAt', order: 'descending' },
  views: { firing: { filters: { status: ['firing'] } } },
  live: true,
  fields: {
    openedAt: instant({ readonly: true, filter: 'range', sort: true, pin: 'left', width: 132 }),
    name: text({ readonly: true, filter: 'contains', sort: true, max: 300, localised: true, width: 190 }),
    status: dict('alertIncidentStatus', { readonly: true, filter: 'in', sort: true, width: 76 }),
    resolvedAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
    peak: money({ readonly: true, width: 96 }),
    peakAt: instant({ readonly: true, extra: true }),
    comparison: dict('alertComparison', { readonly: true, width: 64 }),
    threshold: money({ readonly: true, width: 96 }),
    measure: dict('alertMeasure', { readonly: true, filter: 'in', width: 150 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', emptyIsAll: true, width: 120 }),
    upstreamId: ref('upstream', { readonly: true, filter: 'in', emptyIsAll: true, width: 116 }),
    channelId: ref('channel', { readonly: true, filter: 'in', emptyIsAll: true, width: 110 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    windowMinutes: int({ readonly: true, extra: true }),
    announcedAt: instant({ readonly: true, extra: true }),
    ruleId: ref('alertRule', { readonly: true, filter: 'in', extra: true }),
  },
});
