/** The views of this directory, in their order. */
export const SYSTEM: readonly string[] = [
  'sysUser',
  'sysRole',
  'sysOrg',
  'sysPos',
  'sysOnlineUser',
  'sysNotice',
  'sysWechatUser',
  'sysLdap',
  'sysOpenAccess',
];
