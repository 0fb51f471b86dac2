import { items } from './dictItem.ts';

/** Dictionaries of the platform's own records. */
export const PLATFORM_DICTS = {
  // The colours of dictionary items.
  tagType: items(
    ['primary', 'primary', '主要', 'primary'],
    ['success', 'success', '成功', 'success'],
    ['info', 'info', '信息', 'info'],
    ['warning', 'warning', '警告', 'warning'],
    ['danger', 'danger', '危险', 'danger'],
  ),
};
