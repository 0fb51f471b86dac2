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
  menuTypeEnum: items(
    ['dir', 1, '目录', 'warning'],
    ['menu', 2, '菜单', 'primary'],
    ['button', 3, '按钮', 'info'],
  ),
  noticeTypeEnum: items(['notification', 1, '通知', 'primary'], ['announcement', 2, '公告', 'warning']),
};
