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
  /** Measures that have targets by month. */
  targetMeasure: items(
    ['collected', 'collectOrder.collected', '代收成功金额', 'success'],
    ['collectFees', 'collectOrder.fees', '代收手续费', 'success'],
    ['collectSuccess', 'collectOrder.success', '代收成功笔数', 'info'],
    ['paid', 'payOrder.paid', '代付出款金额', 'primary'],
    ['payFees', 'payOrder.fees', '代付手续费', 'primary'],
    ['paySuccess', 'payOrder.success', '代付成功笔数', 'info'],
  ),
};
