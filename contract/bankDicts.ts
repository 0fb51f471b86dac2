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
} as const;
