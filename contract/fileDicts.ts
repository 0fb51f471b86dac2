import { items } from './dictItem.ts';

/** Dictionaries of what is printed; the numbers are those of the contract's family. */
export const FILE_DICTS = {
  printTypeEnum: items(['browser', 1, '浏览器', 'info'], ['client', 2, '打印客户端', 'info']),
  // What a template prints; the template of another program is printed by its clients alone.
  printSource: items(
    ['collectReceipt', 'collectReceipt', '代收凭证', 'primary'],
    ['payReceipt', 'payReceipt', '代付凭证', 'primary'],
    ['withdrawalReceipt', 'withdrawalReceipt', '提现凭证', 'primary'],
    ['merchantStatement', 'merchantStatement', '商户对账单', 'success'],
    ['foreign', 'foreign', '外部模板', 'info'],
  ),
} as const;
