import { items } from './dictItem.ts';

/** Dictionaries of reports and targets. */
export const REPORT_DICTS = {
  reportRunEnum: items(
    ['queued', 0, '排队中', 'info'],
    ['running', 1, '运行中', 'primary'],
    ['done', 2, '已完成', 'success'],
    ['failed', 3, '失败', 'danger'],
  ),
  reportTypeEnum: items(['collect', 1, '代收', 'primary'], ['pay', 2, '代付', 'warning']),
  /** How an upstream's own report of a day compares with the computed one. */
  reportAgreement: items(
    ['agrees', 'agrees', '一致', 'success'],
    ['differs', 'differs', '不一致', 'danger'],
    ['dayNotOver', 'dayNotOver', '当日未结束', 'info'],
    ['onlyOurs', 'onlyOurs', '仅我方', 'info'],
    ['onlyTheirs', 'onlyTheirs', '仅上游', 'warning'],
  ),
  /** Measures that have targets by month. */
  targetMeasure: items(
    ['collected', 'collectOrder.collected', '代收成功金额', 'info'],
    ['collectFees', 'collectOrder.fees', '代收手续费', 'info'],
    ['collectSuccess', 'collectOrder.success', '代收成功笔数', 'info'],
    ['paid', 'payOrder.paid', '代付出款金额', 'info'],
    ['payFees', 'payOrder.fees', '代付手续费', 'info'],
    ['paySuccess', 'payOrder.success', '代付成功笔数', 'info'],
  ),
  /** Measures that alert rules watch (contract/alertMeasures.ts): names, which are neither good nor bad. */
  alertMeasure: items(
    ['collectRate', 'collectOrder.rate', '代收成功率 (%)', 'info'],
    ['collectSuccess', 'collectOrder.success', '代收成功笔数', 'info'],
    ['collectFailed', 'collectOrder.failed', '代收失败笔数', 'info'],
    ['collected', 'collectOrder.collected', '代收成功金额', 'info'],
    ['collectFees', 'collectOrder.fees', '代收手续费', 'info'],
    ['collectOpen', 'collectOrder.open', '代收进行中笔数', 'info'],
    ['collectReview', 'collectOrder.review', '代收待审核笔数', 'info'],
    ['callbacksWaiting', 'collectOrder.notifying', '待送达的代收通知', 'info'],
    ['payRate', 'payOrder.rate', '代付成功率 (%)', 'info'],
    ['paySuccess', 'payOrder.success', '代付成功笔数', 'info'],
    ['paid', 'payOrder.paid', '代付出款金额', 'info'],
    ['payFees', 'payOrder.fees', '代付手续费', 'info'],
    ['payOpen', 'payOrder.open', '代付进行中笔数', 'info'],
    ['payUnknown', 'payOrder.unknown', '代付结果未知笔数', 'info'],
    ['callbackRate', 'callback.delivered', '通知送达率 (%)', 'info'],
    ['inSuspense', 'payment.inSuspense', '挂账金额', 'info'],
    ['reviewItems', 'reviewItem.open', '待处理异常款项', 'info'],
    ['approvals', 'approval.waiting', '待审批', 'info'],
    ['withdrawals', 'withdrawal.waiting', '待处理提现', 'info'],
    ['unmatched', 'bankBill.unmatched', '未匹配账单', 'info'],
  ),
  alertComparison: items(['below', 'below', '低于', 'info'], ['above', 'above', '高于', 'info']),
  alertState: items(
    ['normal', 'normal', '正常', 'success'],
    ['pending', 'pending', '待触发', 'warning'],
    ['firing', 'firing', '告警中', 'danger'],
  ),
  alertIncidentStatus: items(
    ['firing', 'firing', '告警中', 'danger'],
    ['resolved', 'resolved', '已恢复', 'success'],
  ),
};
