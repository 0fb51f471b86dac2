import { STAFF } from '../../audience.ts';
import { flag, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** What code is to be generated of: a table and how its view is called. The code is shown, and written by nobody. */
export const sysCodeGen = defineResource('sysCodeGen', {
  area: 'develop',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'tableName',
  fields: {
    tableName: text({ required: true, filter: 'contains', pin: 'left', mono: true, max: 80, width: 200 }),
    busName: text({ filter: 'contains', max: 100 }),
    nameSpace: text({ max: 200, mono: true }),
    authorName: text({ max: 80 }),
    generateType: text({ max: 20 }),
    generateMenu: flag({ extra: true }),
    menuIcon: text({ extra: true, max: 60 }),
    menuPid: text({ extra: true, max: 30 }),
    pagePath: text({ extra: true, max: 200 }),
    printType: text({ extra: true, max: 20 }),
    printName: text({ extra: true, max: 100 }),
    tablePrefix: text({ extra: true, max: 60 }),
    ...changeRecord,
  },
});
