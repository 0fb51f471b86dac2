import { STAFF } from '../../audience.ts';
import { dict, instant, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

/** A notice that somebody writes for others; those of the system itself are none of its rows. */
export const sysNotice = defineResource('sysNotice', {
  area: 'system',
  scope: 'authored',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'title',
  live: true,
  heardByAll: true,
  editable: { status: ['draft'] },
  fields: {
    title: text({ required: true, filter: 'contains', localised: true, max: 600, pin: 'left', width: 220 }),
    type: dict('noticeTypeEnum', { required: true, filter: 'in', initial: 1 }),
    content: text({ required: true, localised: true, max: 60_000, extra: true, editor: 'rich' }),
    status: dict('noticeStatusEnum', { readonly: true, filter: 'in', sort: true }),
    audience: dict('noticeAudienceEnum', { initial: 0, section: 'hearers' }),
    roleIds: json({ formOnly: true, to: 'sysRole', section: 'hearers' }),
    orgIds: json({ formOnly: true, to: 'sysOrg', section: 'hearers' }),
    merchantIds: json({ formOnly: true, to: 'merchant', section: 'hearers' }),
    publishAt: instant({ sort: true }),
    publisher: text({ readonly: true, localised: true }),
    userId: ref('sysUser', { readonly: true, extra: true }),
    orgId: ref('sysOrg', { readonly: true, extra: true, localised: true }),
    publishTime: instant({ readonly: true, sort: true }),
    cancelTime: instant({ readonly: true, extra: true }),
    ...changeRecord,
  },
  actions: {
    public: { on: 'many', audience: STAFF, when: { status: ['draft'] }, confirm: true },
    cancel: {
      on: 'many',
      audience: STAFF,
      when: { status: ['published', 'scheduled'] },
      confirm: true,
      danger: true,
    },
  },
});
