import { sysUser } from './resources/system/sysUser.ts';
import type { Resource } from './resource.ts';
import type { Field } from './field.ts';

/** What people keep of themselves: account, kind, place, rights and password are not theirs to change by it. */
const OWN = [
  'realName',
  'nickName',
  'phone',
  'email',
  'remark',
  'cardType',
  'idCardNum',
  'birthday',
  'sex',
  'age',
  'nation',
  'address',
  'college',
  'cultureLevel',
  'politicalOutlook',
  'officePhone',
  'emergencyContact',
  'emergencyPhone',
  'emergencyAddress',
] as const;

const fields: Readonly<Record<string, Field>> = sysUser.fields;

export const OWN_FIELDS: Readonly<Record<string, Field>> = Object.fromEntries(
  OWN.map((name) => [name, fields[name]!]),
);

/** A person's own record, as its form and its check know it. */
export const ownRecord: Resource = { ...sysUser, fields: OWN_FIELDS };
