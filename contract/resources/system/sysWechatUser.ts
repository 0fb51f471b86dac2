import { STAFF } from '../../audience.ts';
import { dict, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

/** An account that somebody has at another service. */
export const sysWechatUser = defineResource('sysWechatUser', {
  area: 'system',
  scope: 'tenant',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'nickName',
  anyId: ['nickName', 'mobile', 'openId'],
  sort: { field: 'nickName', order: 'ascending' },
  fields: {
    nickName: text({
      required: true,
      identity: 'name',
      filter: 'contains',
      sort: true,
      pin: 'left',
      max: 60,
    }),
    platformType: dict('platformTypeEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    openId: text({ filter: 'equals', mono: true, max: 64 }),
    unionId: text({ mono: true, max: 64, extra: true }),
    mobile: text({ filter: 'contains', max: 30, identity: 'phone', pattern: '[+0-9 ().-]{4,30}' }),
    sex: dict('genderEnum', { initial: 0 }),
    country: text({ max: 60 }),
    province: text({ max: 60 }),
    city: text({ max: 60 }),
    avatar: text({ max: 500, extra: true }),
    ...changeRecord,
  },
});
