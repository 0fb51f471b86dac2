import { items } from './dictItem.ts';

/** Dictionaries of drawn forms. */
export const FORM_DICTS = {
  formPurpose: items(['manualOrder', 'manualOrder', '手工订单', 'info']),
  formStatusEnum: items(
    ['draft', 0, '草稿', 'info'],
    ['inForce', 1, '使用中', 'success'],
    ['retired', 2, '已停用', 'warning'],
  ),
};
