import { STAFF } from '../../audience.ts';
import { dict, instant, int, ref, secret } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** One-time passwords of people: each binds an app to itself, or is handed one by an administrator; another operator takes it away again. */
export const userOtp = defineResource('userOtp', {
  area: 'merchants',
  scope: 'person',
  reads: STAFF,
  label: 'userId',
  sort: { field: 'createdAt', order: 'descending' },
  live: true,
  fields: {
    userId: ref('sysUser', { readonly: true, filter: 'in', pin: 'left', width: 140 }),
    status: dict('userOtpEnum', { readonly: true, filter: 'in', sort: true, width: 90 }),
    secretKey: secret({ readonly: true, width: 90 }),
    recoveryLeft: int({ readonly: true, sort: true, width: 110 }),
    failures: int({ readonly: true, sort: true, width: 90 }),
    enrolledAt: instant({ readonly: true, filter: 'range', sort: true }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true, extra: true }),
  },
  actions: {
    // For somebody who cannot bind an app alone: secret and recovery codes are shown once, and handed over.
    add: {
      on: 'new',
      audience: STAFF,
      primary: true,
      confirm: true,
      otp: true,
      hotkey: 'n',
      input: { userId: ref('sysUser', { required: true }) },
    },
    reset: {
      on: 'one',
      audience: STAFF,
      when: { status: ['active', 'locked'] },
      confirm: true,
      danger: true,
      contextFields: ['status', 'failures', 'recoveryLeft', 'enrolledAt'],
    },
  },
});
