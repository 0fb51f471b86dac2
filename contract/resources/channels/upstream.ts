import { STAFF } from '../../audience.ts';
import { dict, flag, instant, int, money, rate, secret, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** How it has been doing. */
const contextFields = ['code', 'currency', 'status', 'failures', 'pausedAt', 'probedAt', 'probeAnswer'];

/** A provider that moves the money for us. */
export const upstream = defineResource('upstream', {
  area: 'channels',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  audited: true,
  label: 'name',
  anyId: ['code', 'name'],
  sort: { field: 'orderBy', order: 'ascending' },
  live: true,
  fields: {
    name: text({ required: true, identity: 'name', filter: 'contains', sort: true, pin: 'left', max: 80 }),
    code: text({
      required: true,
      identity: 'code',
      once: true,
      filter: 'equals',
      mono: true,
      sort: true,
      max: 40,
    }),
    status: dict('upstreamStatusEnum', {
      required: true,
      filter: 'in',
      sort: true,
      initial: 1,
      never: ['autoPaused'],
    }),
    // Its account in the books and its orders are in it.
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 52 }),
    isCollect: flag({ required: true, filter: 'equals', initial: true, section: 'collect' }),
    rate: rate({ required: true, sort: true, section: 'collect' }),
    fixed: money({ required: true, initial: '0', section: 'collect' }),
    miniAmount: money({ required: true, section: 'collect' }),
    maxAmount: money({ required: true, section: 'collect' }),
    isPay: flag({ required: true, filter: 'equals', section: 'pay' }),
    payRate: rate({ required: true, section: 'pay' }),
    payFixed: money({ required: true, initial: '0', section: 'pay' }),
    payMiniAmount: money({ required: true, section: 'pay' }),
    payMaxAmount: money({ required: true, section: 'pay' }),
    orderBy: int({ required: true, sort: true, initial: 100, section: 'config' }),
    config: secret({ required: true, formOnly: true, max: 65536, section: 'config' }),
    expand: secret({ formOnly: true, max: 65536, section: 'config' }),
    remark: text({ required: true, max: 500, section: 'config' }),
    // Errors in a row, and what became of the probes since.
    failures: int({ readonly: true, extra: true }),
    pauses: int({ readonly: true, extra: true }),
    pausedAt: instant({ readonly: true, extra: true }),
    probeAt: instant({ readonly: true, extra: true }),
    probedAt: instant({ readonly: true, extra: true }),
    probeAnswer: text({ readonly: true, extra: true }),
  },
  actions: {
    probe: { on: 'many', audience: STAFF, async: 'answer', hotkey: 'p' },
    pause: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: { status: ['on'] },
      confirm: true,
      danger: true,
      contextFields,
      input: { reason: text({ required: true, max: 500 }) },
    },
    resume: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: { status: ['off', 'autoPaused'] },
      confirm: true,
      contextFields,
    },
  },
});
