import { dict, flag, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** An entry of the menu tree: directory, view or button. Served by its own calls (wire.md). */
export const sysMenu = defineResource('sysMenu', {
  area: 'system',
  scope: 'platform',
  crud: ['add', 'update', 'delete'],
  label: 'title',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    title: text({ required: true, filter: 'contains', pin: 'left', localised: true, max: 300 }),
    type: dict('menuTypeEnum', { required: true, filter: 'in', width: 72 }),
    pid: ref('sysMenu', { filter: 'in' }),
    name: text({ filter: 'equals', mono: true, max: 60 }),
    path: text({ max: 200 }),
    component: text({ max: 200 }),
    permission: text({ mono: true, max: 100 }),
    redirect: text({ extra: true, max: 200 }),
    icon: text({ max: 60 }),
    isIframe: flag({ extra: true }),
    isLink: text({ extra: true, max: 2000 }),
    isHide: flag({ extra: true }),
    isKeepAlive: flag({ extra: true }),
    isAffix: flag({ extra: true }),
    orderNo: int({ sort: true }),
    status: dict('statusEnum', { required: true, filter: 'in' }),
    remark: text({ extra: true, max: 500 }),
  },
});
