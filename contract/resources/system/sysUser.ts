import { STAFF } from '../../audience.ts';
import { date, dict, image, instant, int, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from './changeRecord.ts';

/** Whose account it is. */
const contextFields = ['realName', 'accountType', 'merchantId', 'status', 'lastLoginAt'];

/** What is known of somebody beyond their work. */
const archive = {
  cardType: dict('cardTypeEnum', { extra: true, section: 'archive' }),
  idCardNum: text({ max: 40, extra: true, section: 'archive' }),
  birthday: date({ extra: true, section: 'archive' }),
  sex: dict('genderEnum', { extra: true, section: 'archive' }),
  age: int({ min: 0, maximum: 150, extra: true, section: 'archive' }),
  nation: text({ max: 60, extra: true, section: 'archive' }),
  address: text({ max: 200, extra: true, section: 'archive' }),
  college: text({ max: 120, extra: true, section: 'archive' }),
  cultureLevel: dict('cultureLevelEnum', { extra: true, section: 'archive' }),
  politicalOutlook: text({ max: 60, extra: true, section: 'archive' }),
  officePhone: text({ max: 40, extra: true, section: 'archive' }),
  emergencyContact: text({ max: 60, extra: true, section: 'archive' }),
  emergencyPhone: text({ max: 40, extra: true, section: 'archive' }),
  emergencyAddress: text({ max: 200, extra: true, section: 'archive' }),
} as const;

/** A further organisation that somebody works for: data scopes by department count it as their own one. */
const extOrg = {
  orgId: ref('sysOrg', { required: true, localised: true }),
  posId: ref('sysPos', { required: true, localised: true }),
  jobNum: text({ max: 40 }),
  posLevel: text({ max: 40 }),
  joinDate: date(),
} as const;

/** A person who can sign in. */
export const sysUser = defineResource('sysUser', {
  area: 'system',
  scope: 'org',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  label: 'account',
  anyId: ['account', 'realName', 'phone'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    account: text({
      required: true,
      once: true,
      filter: 'contains',
      pin: 'left',
      sort: true,
      max: 40,
      pattern: '[A-Za-z0-9_.@-]+',
    }),
    realName: text({ required: true, identity: 'name', filter: 'contains', sort: true, max: 60 }),
    // Set by the person alone, in their own account.
    avatar: image({ readonly: true, extra: true }),
    nickName: text({ identity: 'name', max: 60, extra: true }),
    accountType: dict('accountTypeEnum', { required: true, filter: 'in', sort: true, initial: 777 }),
    roleNames: json({ readonly: true, width: 160 }),
    roles: ref('sysRole', { readonly: true, formOnly: true, filter: 'in', localised: true }),
    roleIds: json({ formOnly: true, to: 'sysRole', section: 'access' }),
    orgId: ref('sysOrg', { required: true, filter: 'in', localised: true, section: 'access' }),
    posId: ref('sysPos', { required: true, filter: 'in', localised: true, section: 'access' }),
    extOrgs: json({ formOnly: true, rows: extOrg, section: 'access' }),
    merchantId: ref('merchant', { filter: 'in', section: 'access' }),
    status: dict('statusEnum', { readonly: true, filter: 'in', sort: true }),
    phone: text({
      required: true,
      filter: 'contains',
      max: 30,
      // Which numbers are numbers is for the country of the organisation to say (server/identity/system/phone.ts).
      identity: 'phone',
      pattern: '[+0-9 ().-]{4,30}',
      section: 'contact',
    }),
    email: text({ max: 120, pattern: '[^@\\s]+@[^@\\s]+\\.[^@\\s]+', section: 'contact' }),
    jobNum: text({ max: 40, extra: true, section: 'contact' }),
    domainAccount: text({ max: 120, extra: true, section: 'contact' }),
    orderNo: int({ sort: true, initial: 100, extra: true, section: 'contact' }),
    remark: text({ max: 500, section: 'contact' }),
    joinDate: date({ extra: true, section: 'contact' }),
    ...archive,
    lastLoginAt: instant({ readonly: true, sort: true }),
    ...changeRecord,
    createdAt: instant({ readonly: true, sort: true }),
  },
  actions: {
    setStatus: { on: 'many', audience: STAFF, input: { status: dict('statusEnum', { required: true }) } },
    resetPwd: { on: 'one', audience: STAFF, confirm: true, contextFields },
    unlockLogin: { on: 'one', audience: STAFF, confirm: true, contextFields },
  },
});
