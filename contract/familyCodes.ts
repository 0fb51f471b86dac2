/**
 * Buttons of the family's clients that have no code of their own here: whoever has the first has the others. They say what
 * such a client shows; what a call asks for is ours alone.
 */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  'sysTenant:update': ['sysTenant:grantMenu', 'sysTenant:createDb'],
  'sysLdap:page': ['sysLdap:detail'],
  'sysLdap:syncDept': ['sysLdap:syncOrg'],
  'sysMenu:page': ['sysMenu:list'],
  'sysApp:update': ['sysApp:grantMenu'],
  'sysPos:page': ['sysPos:list'],
  'sysUser:page': ['sysUser:detail'],
  'sysRole:update': ['sysRole:grantMenu', 'sysRole:grantDataScope'],
  // Clearing is offered to be refused with the rule that keeps them.
  'sysLogVis:page': ['sysVislog:page', 'sysVislog:clear'],
  'sysLogOp:page': ['sysOplog:page', 'sysOplog:clear'],
  'sysLogOp:export': ['sysOplog:export'],
  'sysLogEx:page': ['sysExlog:page', 'sysExlog:clear'],
  'sysLogEx:export': ['sysExlog:export'],
  'sysLogDiff:page': ['sysDifflog:page', 'sysDifflog:clear'],
  'sysJob:page': ['sysJob:pageJobDetail'],
  'sysJob:add': ['sysJob:addJobDetail'],
  'sysJob:update': ['sysJob:updateJobDetail'],
  'sysJob:delete': ['sysJob:deleteJobDetail'],
  'sysWechatPay:page': [
    'sysWechatPay:payTransactionNative',
    'sysWechatPay:listRefund',
    'sysWechatPay:payInfo',
    'sysWechatPay:payInfoFromWechat',
    'sysWechatPay:refundDomestic',
  ],
  'sysCache:page': ['sysCache:keyList'],
  'sysConfig:delete': ['sysConfig:batchDelete'],
};
/** What everybody may do for themselves. */
const OWN = ['sysUser:changePwd', 'sysUser:baseInfo', 'sysFile:uploadAvatar', 'sysFile:uploadSignature'];

/** The codes of the buttons that a person has, ours and the family's. */
export const buttonsOf = (permissions: Iterable<string>): string[] => [
  ...new Set([...[...permissions].flatMap((code) => [code, ...(IMPLIED[code] ?? [])]), ...OWN]),
];
