import { items } from './dictItem.ts';

/** Of received payments and the statement lines that prove them. */
export const BANK_DICTS = {
  paymentSource: items(
    ['notice', 'notice', '上游通知', 'info'],
    ['statementLine', 'statementLine', '银行账单', 'primary'],
    ['forcedConfirmation', 'forcedConfirmation', '强制确认', 'warning'],
    ['request', 'request', '申请单', 'info'],
  ),
  paymentStatus: items(
    ['allocated', 'allocated', '已入账', 'success'],
    ['suspended', 'suspended', '挂账中', 'warning'],
    ['returned', 'returned', '已退回', 'info'],
    ['writtenOff', 'writtenOff', '已冲销', 'danger'],
  ),
  matchEffect: items(
    ['paid', 'paid', '确认到账', 'success'],
    ['suspense', 'suspense', '挂账待审', 'warning'],
    ['tied', 'tied', '核对一致', 'info'],
  ),
  bankAccountStatusEnum: items(
    ['offline', 0, '离线', 'info'],
    ['online', 1, '在线', 'success'],
    ['paused', 2, '暂停', 'warning'],
    ['frozen', 3, '冻结', 'danger'],
  ),
  batchStatusEnum: items(
    ['uploaded', 0, '已上传', 'info'],
    ['parsing', 1, '解析中', 'primary'],
    ['parsed', 2, '已解析', 'info'],
    ['matching', 3, '匹配中', 'primary'],
    ['done', 4, '已完成', 'success'],
    ['failed', 5, '失败', 'danger'],
    ['withdrawn', 6, '已撤回', 'info'],
    ['held', 7, '待核实', 'warning'],
  ),
  statementProof: items(
    ['proven', 'proven', '余额相符', 'success'],
    ['unproven', 'unproven', '无从核对', 'info'],
    ['broken', 'broken', '余额不符', 'danger'],
  ),
  batchFailure: items(
    ['text', 'text', '文字编码无法读取', 'danger'],
    ['workbook', 'workbook', '工作簿无法读取', 'danger'],
    ['columns', 'columns', '缺少列', 'danger'],
    ['columnTwice', 'columnTwice', '列名重复', 'danger'],
    ['empty', 'empty', '没有内容', 'danger'],
    ['noLines', 'noLines', '没有明细行', 'danger'],
    ['lineLength', 'lineLength', '行过长', 'danger'],
    ['tooManyColumns', 'tooManyColumns', '列过多', 'danger'],
    ['tooHeavy', 'tooHeavy', '读取超限', 'danger'],
  ),
  billDirectionEnum: items(['credit', 1, '入账', 'success'], ['debit', 2, '出账', 'warning']),
  billStatusEnum: items(
    ['unmatched', 0, '未匹配', 'warning'],
    ['auto', 1, '自动匹配', 'success'],
    ['manual', 2, '人工匹配', 'success'],
    ['ignored', 3, '已忽略', 'info'],
    ['duplicate', 4, '重复', 'danger'],
    ['withdrawn', 5, '已撤回', 'info'],
  ),
} as const;
