/** Dictionaries the product's own code depends on; the server seeds them and the client colours by them. */

import { BANK_DICTS } from './bankDicts.ts';
import { FILE_DICTS } from './fileDicts.ts';
import { FORM_DICTS } from './formDicts.ts';
import { IDENTITY_DICTS } from './identityDicts.ts';
import { PEOPLE_DICTS } from './peopleDicts.ts';
import { PLATFORM_DICTS } from './platformDicts.ts';
import { REPORT_DICTS } from './reportDicts.ts';
import { SHIFT_DICTS } from './shiftDicts.ts';
import { type DictItem, items, type ItemRow } from './dictItem.ts';

export type { DictItem, TagType } from './dictItem.ts';

/** What an order of any kind is called. */
const ORDER_KINDS: readonly ItemRow[] = [
  ['collectOrder', 'collectOrder', '代收订单', 'info'],
  ['payOrder', 'payOrder', '代付订单', 'info'],
  ['withdrawal', 'withdrawal', '提现', 'info'],
  ['adjustment', 'adjustment', '资金调整', 'info'],
  ['rechargeOrder', 'rechargeOrder', '充值订单', 'info'],
  ['manualOrder', 'manualOrder', '手工订单', 'info'],
];

/** Keyed by type code; a code that ends in Enum has numeric values. */
export const DICTS = Object.freeze({
  collectStatusEnum: items(
    ['created', 0, '已创建', 'info'],
    ['paying', 1, '支付中', 'primary'],
    ['success', 2, '成功', 'success'],
    ['failed', 3, '失败', 'danger'],
    ['expired', 4, '已过期', 'info'],
    ['cancelled', 5, '已取消', 'info'],
    ['reversed', 6, '已冲正', 'danger'],
    ['review', 7, '待审核', 'warning'],
  ),
  callbackStatusEnum: items(
    ['none', 0, '未通知', 'info'],
    ['sending', 1, '通知中', 'primary'],
    ['delivered', 2, '已送达', 'success'],
    ['failed', 3, '通知失败', 'danger'],
  ),
  /** What a merchant lacks to hear of its orders. */
  callbackReadiness: items(
    ['ready', 'ready', '可用', 'success'],
    ['noAddress', 'noAddress', '未设地址', 'warning'],
    ['noSecret', 'noSecret', '无密钥', 'danger'],
  ),
  /** Which end of an order its merchant was notified of. */
  callbackReported: items(
    ['success', 'success', '成功', 'success'],
    ['failed', 'failed', '失败', 'danger'],
    ['expired', 'expired', '已过期', 'info'],
    ['cancelled', 'cancelled', '已取消', 'info'],
    ['reversed', 'reversed', '已冲正', 'danger'],
    ['rejected', 'rejected', '已驳回', 'danger'],
    ['returned', 'returned', '银行退回', 'danger'],
  ),
  payStatusEnum: items(
    ['created', 0, '已创建', 'info'],
    ['approving', 1, '待审批', 'warning'],
    ['queued', 2, '待提交', 'info'],
    ['processing', 3, '处理中', 'primary'],
    ['success', 4, '成功', 'success'],
    ['failed', 5, '失败', 'danger'],
    ['rejected', 6, '已驳回', 'danger'],
    ['cancelled', 7, '已取消', 'info'],
    ['returned', 8, '银行退回', 'danger'],
    ['unknown', 9, '结果未知', 'warning'],
  ),
  payAttemptEnum: items(
    ['sending', 0, '提交中', 'primary'],
    ['accepted', 1, '已受理', 'info'],
    ['paid', 2, '已支付', 'success'],
    ['failed', 3, '失败', 'danger'],
    ['unknown', 4, '结果未知', 'warning'],
  ),
  withdrawalStatusEnum: items(
    ['applied', 0, '已申请', 'warning'],
    ['rateConfirmed', 1, '汇率已确认', 'primary'],
    ['completed', 2, '已完成', 'success'],
    ['refunded', 3, '失败退款', 'danger'],
    ['cancelled', 4, '已取消', 'info'],
  ),
  requestStatusEnum: items(
    ['draft', 0, '草稿', 'info'],
    ['pending', 1, '待审核', 'warning'],
    ['approved', 2, '已通过', 'success'],
    ['rejected', 3, '已驳回', 'danger'],
  ),
  userOtpEnum: items(
    ['unbound', 0, '未绑定', 'info'],
    ['active', 1, '已绑定', 'success'],
    ['locked', 2, '已锁定', 'danger'],
  ),
  /** What asks others above a limit, by the route of each command. */
  approvalCommand: items(
    ['forceConfirm', 'collectOrder/forceConfirm', '强制确认代收', 'warning'],
    ['settlement', 'collectOrder/settle', '代收结算', 'primary'],
    ['resettlement', 'collectOrder/resettle', '重新结算', 'primary'],
    ['reversal', 'collectOrder/reverse', '代收冲正', 'danger'],
    ['payout', 'payOrder/approve', '代付出款', 'primary'],
    ['payoutConfirm', 'payOrder/forceConfirm', '强制确认代付', 'warning'],
    ['payoutFailed', 'payOrder/confirmFailed', '确认代付失败', 'warning'],
    ['payoutReturned', 'payOrder/markReturned', '代付退回', 'danger'],
    ['writeOff', 'reviewItem/writeOff', '误报冲回', 'warning'],
    ['withdrawal', 'withdrawal/complete', '提现审核完成', 'success'],
    ['adjustment', 'adjustment/approve', '资金调整', 'danger'],
    ['recharge', 'rechargeOrder/approve', '充值订单', 'success'],
    ['manual', 'manualOrder/approve', '手工订单', 'info'],
  ),
  /** What became of a question to a second person. */
  approvalOutcome: items(
    ['waiting', 'waiting', '待审批', 'warning'],
    ['agreed', 'agreed', '已同意', 'success'],
    ['refused', 'refused', '已拒绝', 'danger'],
    ['expired', 'expired', '已失效', 'info'],
    ['withdrawn', 'withdrawn', '已撤回', 'info'],
  ),
  /** Why money needs a person's look although its order does not wait for one. */
  reviewKind: items(
    ['moreMoney', 'moreMoney', '额外到账', 'warning'],
    ['paidAfterEnd', 'paidAfterEnd', '终结后又报已付款', 'danger'],
    ['contradiction', 'contradiction', '上游说法矛盾', 'danger'],
  ),
  reviewStatus: items(['open', 'open', '待核', 'warning'], ['done', 'done', '已核', 'success']),
  adjustKindEnum: items(['add', 1, '加款', 'success'], ['deduct', 2, '扣款', 'danger']),
  orderSource: items(
    ['api', 'api', '接口', 'info'],
    ['cashier', 'cashier', '收银台', 'info'],
    ['manual', 'manual', '手工', 'warning'],
    ['import', 'import', '导入', 'info'],
    ['system', 'system', '系统', 'info'],
  ),
  fundTypeEnum: items(
    ['collection', 1, '代收', 'success'],
    ['collectionFee', 2, '代收手续费', 'warning'],
    ['payoutHold', 3, '代付冻结', 'info'],
    ['payout', 4, '代付', 'primary'],
    ['payoutFee', 5, '代付手续费', 'warning'],
    ['payoutRefund', 6, '代付退回', 'info'],
    ['settlement', 7, '结算', 'primary'],
    ['withdrawalHold', 8, '提现冻结', 'info'],
    ['withdrawal', 9, '提现', 'primary'],
    ['withdrawalRefund', 10, '提现退回', 'info'],
    ['add', 11, '人工加款', 'success'],
    ['deduct', 12, '人工扣款', 'danger'],
    ['reversal', 13, '冲正', 'danger'],
    ['recharge', 14, '充值', 'success'],
    ['commission', 15, '佣金', 'success'],
    ['resettlement', 16, '重新结算', 'warning'],
    ['payoutReturn', 17, '代付银行退回', 'warning'],
  ),
  accountKindEnum: items(
    ['pending', 1, '待结算', 'warning'],
    ['available', 2, '可用', 'success'],
    ['frozen', 3, '冻结', 'info'],
  ),
  entryKind: items(
    ['collection', 'collection', '代收入账', 'success'],
    ['settlement', 'settlement', '结算', 'primary'],
    ['resettlement', 'resettlement', '重新结算', 'warning'],
    ['reversal', 'reversal', '冲正', 'danger'],
    ['suspense', 'suspense', '挂账', 'warning'],
    ['adjustment', 'adjustment', '资金调整', 'warning'],
    ['recharge', 'recharge', '充值入账', 'success'],
    ['payoutHold', 'payoutHold', '代付冻结', 'info'],
    ['payoutRelease', 'payoutRelease', '代付解冻', 'info'],
    ['payout', 'payout', '代付出款', 'primary'],
    ['payoutReturn', 'payoutReturn', '代付银行退回', 'danger'],
    ['withdrawalHold', 'withdrawalHold', '提现冻结', 'info'],
    ['withdrawalRelease', 'withdrawalRelease', '提现解冻', 'info'],
    ['withdrawal', 'withdrawal', '提现出款', 'primary'],
    ['conversion', 'conversion', 'USDT 下发', 'primary'],
  ),
  entryOrderKind: items(...ORDER_KINDS),
  logSubject: items(
    ...ORDER_KINDS,
    ['merchant', 'merchant', '商户', 'warning'],
    ['userOtp', 'userOtp', '用户 OTP', 'warning'],
    ['approvalRule', 'approvalRule', '审批规则', 'warning'],
    ['formDesign', 'formDesign', '表单', 'info'],
    ['channel', 'channel', '通道', 'info'],
    ['channelBinding', 'channelBinding', '通道绑定', 'info'],
    ['extensionRate', 'extensionRate', '推广费率', 'info'],
    ['upstream', 'upstream', '上游', 'info'],
    ['withdrawalTerm', 'withdrawalTerm', '提现设置', 'info'],
    ['bankAccount', 'bankAccount', '银行账户', 'info'],
    ['openAccess', 'openAccess', '开放接口密钥', 'info'],
    ['measureTarget', 'measureTarget', '指标目标', 'info'],
    ['alertRule', 'alertRule', '告警规则', 'info'],
  ),
  platformAccount: items(
    ['upstream', 'upstream', '上游', 'primary'],
    ['fees', 'fees', '手续费收入', 'success'],
    ['upstreamCost', 'upstreamCost', '上游成本', 'warning'],
    ['commission', 'commission', '代理佣金', 'warning'],
    ['adjustments', 'adjustments', '资金调整', 'info'],
    ['conversion', 'conversion', '换汇', 'info'],
    ['treasury', 'treasury', '资金库', 'primary'],
    ['suspense', 'suspense', '挂账', 'danger'],
  ),
  merchantTypeEnum: items(['merchant', 1, '商户', 'primary'], ['agent', 2, '代理', 'warning']),
  merchantStatusEnum: items(
    ['precreated', 0, '预创建', 'info'],
    ['active', 1, '正常', 'success'],
    ['disabled', 2, '停用', 'danger'],
    ['frozen', 3, '冻结', 'warning'],
  ),
  serviceStatusEnum: items(
    ['ok', 0, '正常', 'success'],
    ['degraded', 1, '波动', 'warning'],
    ['maintenance', 2, '维护', 'danger'],
  ),
  upstreamStatusEnum: items(
    ['on', 1, '启用', 'success'],
    ['off', 2, '停用', 'info'],
    ['autoPaused', 3, '自动暂停', 'danger'],
  ),
  configMode: items(['direct', 'direct', '直接', 'info'], ['merged', 'merged', '合并', 'primary']),
  submission: items(['manual', 'manual', '手动', 'warning'], ['auto', 'auto', '自动', 'success']),
  statusEnum: items(['enabled', 1, '启用', 'success'], ['disabled', 2, '停用', 'danger']),
  rateTypeEnum: items(
    ['collect', 1, '代收', 'primary'],
    ['pay', 2, '代付', 'warning'],
    ['both', 3, '代收代付', 'success'],
  ),
  yesNoEnum: items(['yes', 1, '是', 'success'], ['no', 2, '否', 'info']),
  openReason: items(
    ['headers', 'headers', '缺少请求头', 'warning'],
    ['milliseconds', 'milliseconds', '毫秒时间戳', 'warning'],
    ['unknownKey', 'unknownKey', '未知密钥', 'danger'],
    ['disabled', 'disabled', '密钥或商户停用', 'warning'],
    ['clock', 'clock', '时间戳', 'warning'],
    ['signature', 'signature', '签名错误', 'danger'],
    ['address', 'address', '地址不在白名单', 'danger'],
    ['replay', 'replay', '重放', 'danger'],
    ['refused', 'refused', '业务拒绝', 'info'],
  ),
  ...BANK_DICTS,
  ...REPORT_DICTS,
  ...FILE_DICTS,
  ...FORM_DICTS,
  ...IDENTITY_DICTS,
  ...PEOPLE_DICTS,
  ...PLATFORM_DICTS,
  ...SHIFT_DICTS,
  orderEvent: items(
    ['create', 'create', '创建', 'info'],
    ['submitUpstream', 'submitUpstream', '提交上游', 'info'],
    ['paid', 'paid', '上游成功', 'success'],
    ['fail', 'fail', '上游失败', 'danger'],
    ['expire', 'expire', '超时', 'info'],
    ['review', 'review', '转人工审核', 'warning'],
    ['claim', 'claim', '认领', 'primary'],
    ['unclaim', 'unclaim', '取消认领', 'info'],
    ['claimLapsed', 'claimLapsed', '认领超时', 'info'],
    ['settle', 'settle', '结算', 'success'],
    ['reverse', 'reverse', '冲正', 'danger'],
    ['cancel', 'cancel', '取消', 'info'],
    ['notify', 'notify', '补发通知', 'primary'],
    ['resettle', 'resettle', '重新结算', 'warning'],
    ['askApproval', 'askApproval', '提请审批', 'warning'],
    ['agreeStep', 'agreeStep', '通过一步', 'success'],
    ['lapse', 'lapse', '审批超时', 'warning'],
    ['approve', 'approve', '通过', 'success'],
    ['deny', 'deny', '驳回', 'danger'],
    ['queue', 'queue', '进入待提交', 'info'],
    ['submitAsked', 'submitAsked', '发起提交', 'info'],
    ['retry', 'retry', '转下一通道', 'warning'],
    ['timeout', 'timeout', '结果未知', 'warning'],
    ['overrule', 'overrule', '驳回', 'danger'],
    ['markReturned', 'markReturned', '银行退回', 'danger'],
    ['forceConfirm', 'forceConfirm', '强制确认', 'warning'],
    ['repairProof', 'repairProof', '补录凭证', 'primary'],
    ['correctReference', 'correctReference', '更正 UTR', 'warning'],
    ['queryUpstream', 'queryUpstream', '查询上游', 'info'],
    ['contradiction', 'contradiction', '上游结果矛盾', 'danger'],
    ['closeReview', 'closeReview', '关闭待核事项', 'success'],
    ['matchProof', 'matchProof', '凭证匹配成功', 'success'],
    ['billMatch', 'billMatch', '账单匹配', 'success'],
    ['billUnmatch', 'billUnmatch', '撤销账单匹配', 'warning'],
    ['writeOff', 'writeOff', '误报冲回', 'warning'],
    ['moneyMoved', 'moneyMoved', '款项转出', 'warning'],
    ['callback', 'callback', '回调通知', 'info'],
    ['apply', 'apply', '申请提现', 'info'],
    ['confirmRate', 'confirmRate', '确认汇率', 'primary'],
    ['complete', 'complete', '审核完成', 'success'],
    ['refund', 'refund', '失败退款', 'danger'],
    ['cashier', 'cashier', '打开收银台', 'info'],
    ['enable', 'enable', '启用', 'success'],
    ['disable', 'disable', '停用', 'danger'],
    ['freeze', 'freeze', '冻结', 'warning'],
    ['pause', 'pause', '暂停', 'warning'],
    ['resume', 'resume', '恢复', 'success'],
    ['upgrade', 'upgrade', '升级为代理', 'primary'],
    ['demote', 'demote', '降级为商户', 'warning'],
    ['resetPassword', 'resetPassword', '重置密码', 'warning'],
    ['rotateSecret', 'rotateSecret', '更换回调密钥', 'danger'],
    ['resetOtp', 'resetOtp', '重置 OTP', 'warning'],
    ['bulkHeld', 'bulkHeld', '批量待执行', 'info'],
    ['bulkUndone', 'bulkUndone', '批量已撤回', 'warning'],
    ['bulkStarted', 'bulkStarted', '批量立即执行', 'primary'],
    ['update', 'update', '修改', 'warning'],
    ['delete', 'delete', '删除', 'danger'],
  ),
  /** ISO 3166-1; the countries whose time zones are offered. */
  country: items(
    ['CN', 'CN', '中国', 'info'],
    ['IN', 'IN', '印度', 'info'],
    ['US', 'US', '美国', 'info'],
    ['SG', 'SG', '新加坡', 'info'],
    ['BR', 'BR', '巴西', 'info'],
    ['ID', 'ID', '印度尼西亚', 'info'],
    ['KE', 'KE', '肯尼亚', 'info'],
    ['JP', 'JP', '日本', 'info'],
    ['TH', 'TH', '泰国', 'info'],
    ['VN', 'VN', '越南', 'info'],
    ['PK', 'PK', '巴基斯坦', 'info'],
    ['BD', 'BD', '孟加拉国', 'info'],
  ),
  currency: items(
    ['INR', 'INR', '印度卢比', 'info'],
    ['CNY', 'CNY', '人民币', 'info'],
    ['USD', 'USD', '美元', 'info'],
    ['SGD', 'SGD', '新加坡元', 'info'],
    ['BRL', 'BRL', '巴西雷亚尔', 'info'],
    ['IDR', 'IDR', '印尼盾', 'info'],
    ['KES', 'KES', '肯尼亚先令', 'info'],
    ['JPY', 'JPY', '日元', 'info'],
    ['THB', 'THB', '泰铢', 'info'],
    ['VND', 'VND', '越南盾', 'info'],
    ['PKR', 'PKR', '巴基斯坦卢比', 'info'],
    ['BDT', 'BDT', '孟加拉塔卡', 'info'],
    ['USDT', 'USDT', '泰达币', 'info'],
  ),
});

export function dictItems(code: string): readonly DictItem[] {
  const found = (DICTS as Record<string, readonly DictItem[]>)[code];
  if (!found) throw new Error(`unknown dictionary ${code}`);
  return found;
}

/** The wire values of one dictionary by the names of its items, as the compiler knows them. */
export const dictValues = <C extends keyof typeof DICTS>(code: C): ValuesOf<(typeof DICTS)[C]> =>
  Object.freeze(Object.fromEntries(dictItems(code).map(({ name, value }) => [name, value]))) as ValuesOf<
    (typeof DICTS)[C]
  >;

type ValuesOf<Items extends readonly DictItem[]> = {
  readonly [Item in Items[number] as Item['name']]: Item['value'];
};

/** The wire value of a named item; an unknown name is a programming error. */
export function dictValue(code: string, name: string): number | string {
  const item = dictItems(code).find((entry) => entry.name === name);
  if (!item) throw new Error(`dictionary ${code} has no ${name}`);
  return item.value;
}

export function dictName(code: string, value: number | string): string | undefined {
  return dictItems(code).find((entry) => entry.value === value)?.name;
}
