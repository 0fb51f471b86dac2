import { STAFF } from '../../audience.ts';
import { dict, flag, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/**
 * An application: directories of the menu that belong together, and that a person who has several switches between. The
 * menu is on everybody's screen, so everybody hears of a change.
 */
export const sysApp = defineResource('sysApp', {
  area: 'platform',
  scope: 'platform',
  live: true,
  heardByAll: true,
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'title',
  anyId: ['name', 'code'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    title: text({ required: true, filter: 'contains', pin: 'left', localised: true, max: 300, width: 180 }),
    name: text({ required: true, filter: 'contains', max: 60 }),
    code: text({ filter: 'contains', mono: true, max: 60 }),
    icon: text({ max: 60, editor: 'icon' }),
    isDefault: flag(),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1, render: 'tag' }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    ...changeRecord,
  },
  actions: {
    enable: { on: 'one', audience: STAFF, when: { status: ['disabled'] }, confirm: true },
    // Of the default nobody's menu would be left.
    disable: {
      on: 'one',
      audience: STAFF,
      when: { status: ['enabled'], isDefault: [false] },
      confirm: true,
      rehearsed: true,
      danger: true,
    },
  },
});
