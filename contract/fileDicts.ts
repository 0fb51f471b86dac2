import { items } from './dictItem.ts';

/** Dictionaries of what is printed; the numbers are those of the contract's family. */
export const FILE_DICTS = {
  printTypeEnum: items(['browser', 1, '浏览器', 'info'], ['client', 2, '打印客户端', 'info']),
} as const;
