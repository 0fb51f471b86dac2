import { STAFF } from '../../audience.ts';
import { date, dict, instant, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Re-statistics runs: which days are made again, how far each has come and why one failed. */
export const reportRun = defineResource('reportRun', {
  area: 'reports',
  scope: 'platform',
  reads: STAFF,
  label: 'id',
  sort: { field: 'createdAt', order: 'descending' },
  live: true,
  fields: {
    status: dict('reportRunEnum', { readonly: true, filter: 'in', sort: true, pin: 'left', width: 90 }),
    fromDate: date({ readonly: true, filter: 'range', sort: true }),
    toDate: date({ readonly: true, filter: 'range', sort: true }),
    daysDone: int({ readonly: true, width: 80 }),
    days: int({ readonly: true, width: 80 }),
    requestedBy: text({ readonly: true, filter: 'equals', width: 110 }),
    failure: text({ readonly: true, localised: true, width: 220 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
    startedAt: instant({ readonly: true, sort: true }),
    endedAt: instant({ readonly: true, sort: true }),
  },
});
