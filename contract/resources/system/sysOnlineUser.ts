import { STAFF } from '../../audience.ts';
import { instant, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A session that goes on: who signed in, from where, and when it was seen last. */
export const sysOnlineUser = defineResource('sysOnlineUser', {
  area: 'system',
  scope: 'person',
  reads: STAFF,
  label: 'userName',
  anyId: ['userName', 'realName', 'ip'],
  sort: { field: 'lastSeenAt', order: 'descending' },
  fields: {
    userName: text({ readonly: true, filter: 'contains', sort: true, pin: 'left' }),
    realName: text({ readonly: true, filter: 'contains', sort: true }),
    lastSeenAt: instant({ readonly: true, sort: true }),
    time: instant({ readonly: true, filter: 'range', sort: true }),
    ip: text({ readonly: true, filter: 'equals', mono: true }),
    location: text({ readonly: true, localised: true, extra: true }),
    browser: text({ readonly: true }),
    os: text({ readonly: true }),
    userId: ref('sysUser', { readonly: true, filter: 'in', extra: true }),
  },
  actions: {
    forceOffline: {
      on: 'many',
      audience: STAFF,
      confirm: true,
      danger: true,
      contextFields: ['realName', 'ip', 'browser', 'lastSeenAt'],
    },
  },
});
