import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, instant, json, money, ref, text, url } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { TRANSFER_MOST } from '../finance/requestFields.ts';

const reason = text({ required: true, max: 500 });
/** Which of those with alike names. */
const contextFields = ['code', 'type', 'status', 'agentId'];

/** Who collects and pays through us; an agent brings sub-merchants and earns commission. */
export const merchant = defineResource('merchant', {
  area: 'merchants',
  scope: 'id',
  reads: EVERYONE,
  crud: { add: STAFF, update: STAFF, export: EVERYONE },
  audited: true,
  label: 'name',
  anyId: ['code', 'name'],
  sort: { field: 'id', order: 'descending' },
  live: true,
  fields: {
    code: text({
      required: true,
      identity: 'code',
      once: true,
      filter: 'equals',
      pin: 'left',
      mono: true,
      sort: true,
      max: 32,
      pattern: '[A-Za-z0-9_-]+',
      width: 76,
    }),
    name: text({ required: true, identity: 'name', filter: 'contains', sort: true, max: 80 }),
    type: dict('merchantTypeEnum', { required: true, once: true, filter: 'in', sort: true, initial: 1 }),
    status: dict('merchantStatusEnum', { required: true, once: true, filter: 'in', sort: true, initial: 1 }),
    // Whose commission its orders earn, which the platform pays.
    agentId: ref('merchant', { filter: 'in', books: 'platform' }),
    orgId: ref('sysOrg', { required: true, filter: 'in', localised: true }),
    category: text({ filter: 'contains', max: 300, localised: true }),
    groupName: text({ filter: 'contains', max: 300, localised: true }),
    remark: text({ required: true, max: 500 }),
    callbackUrl: url({ extra: true, max: 2000, section: 'notify' }),
    callbackReadiness: dict('callbackReadiness', { readonly: true, filter: 'in', width: 120 }),
    messagingGroup: text({ extra: true, max: 120, section: 'notify' }),
    orderMatchRegex: text({ extra: true, mono: true, max: 300, section: 'notify' }),
    config: json({ extra: true, section: 'config' }),
    extendedConfig: json({ extra: true, section: 'config' }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
  },
  actions: {
    enable: {
      on: 'many',
      audience: STAFF,
      books: 'tenant',
      when: { status: ['precreated', 'disabled', 'frozen'] },
      confirm: true,
    },
    adjust: {
      on: 'one',
      audience: STAFF,
      books: 'request',
      when: { status: ['active', 'disabled', 'frozen'] },
      confirm: true,
      estimateOn: ['currency', 'kind', 'amount'],
      input: {
        currency: dict('currency', { required: true }),
        kind: dict('adjustKindEnum', { required: true }),
        amount: money({ required: true, positive: true, signed: true, most: TRANSFER_MOST }),
        reason,
        proof: text({ max: 200 }),
      },
    },
    upgrade: {
      on: 'one',
      audience: STAFF,
      when: { status: ['active'], type: ['merchant'] },
      confirm: true,
      contextFields,
    },
    demote: {
      on: 'one',
      audience: STAFF,
      when: { type: ['agent'] },
      confirm: true,
      contextFields,
      danger: true,
    },
    resetPassword: { on: 'one', audience: STAFF, confirm: true, contextFields, danger: true },
    resetOtp: { on: 'one', audience: STAFF, confirm: true, contextFields, danger: true, otp: true },
    rotateSecret: {
      on: 'one',
      audience: STAFF,
      confirm: true,
      contextFields: ['code', 'callbackUrl', 'callbackReadiness'],
      danger: true,
    },
    freeze: {
      on: 'many',
      audience: STAFF,
      books: 'tenant',
      when: { status: ['active'] },
      confirm: true,
      danger: true,
      input: { reason },
    },
    disable: {
      on: 'many',
      audience: STAFF,
      books: 'tenant',
      when: { status: ['precreated', 'active', 'frozen'] },
      confirm: true,
      danger: true,
      input: { reason },
    },
  },
});
