import { items } from './dictItem.ts';

/** Dictionaries of what the staff write and give to each other. */
export const SHIFT_DICTS = {
  handoverStatus: items(
    ['offered', 'offered', '待接收', 'warning'],
    ['accepted', 'accepted', '已接收', 'success'],
    ['declined', 'declined', '已拒绝', 'danger'],
    ['withdrawn', 'withdrawn', '已撤回', 'info'],
    ['expired', 'expired', '已过期', 'info'],
  ),
  orderNoteStatus: items(
    ['written', 'written', '已写', 'info'],
    ['corrected', 'corrected', '已更正', 'warning'],
    ['withdrawn', 'withdrawn', '已撤回', 'danger'],
  ),
};
