import { STAFF } from '../../audience.ts';
import { dict, flag, int, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/**
 * An entry of the menu tree: directory, view or button. Served by its own calls (wire.md). The menu is on everybody's
 * screen, so everybody hears of a change.
 */
export const sysMenu = defineResource('sysMenu', {
  area: 'platform',
  scope: 'platform',
  live: true,
  heardByAll: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'title',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    title: text({
      required: true,
      filter: 'contains',
      pin: 'left',
      localised: true,
      keyOf: 'menu',
      max: 300,
      width: 260,
    }),
    type: dict('menuTypeEnum', { required: true, filter: 'in', initial: 2 }),
    pid: ref('sysMenu', { filter: 'in', localised: true }),
    appId: ref('sysApp', { filter: 'in', localised: true }),
    orderNo: int({ sort: true, initial: 100 }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    permission: text({ mono: true, max: 100 }),
    name: text({ filter: 'equals', mono: true, max: 60, section: 'route' }),
    path: text({ sort: true, max: 200, section: 'route' }),
    component: text({ extra: true, max: 200, section: 'route' }),
    redirect: text({ extra: true, max: 200, section: 'route' }),
    isLink: text({ extra: true, max: 2000, section: 'route' }),
    icon: text({ max: 60, editor: 'icon', section: 'display' }),
    isHide: flag({ extra: true, section: 'display' }),
    isIframe: flag({ extra: true, section: 'display' }),
    isKeepAlive: flag({ extra: true, initial: true, section: 'display' }),
    isAffix: flag({ extra: true, section: 'display' }),
    roleIds: json({ formOnly: true, to: 'sysRole', section: 'display' }),
    remark: text({ extra: true, max: 500, section: 'display' }),
    ...changeRecord,
  },
  actions: {
    arrange: {
      on: 'one',
      audience: STAFF,
      confirm: true,
      input: {
        pid: ref('sysMenu', { localised: true }),
        beforeId: ref('sysMenu', { localised: true }),
      },
    },
  },
});
