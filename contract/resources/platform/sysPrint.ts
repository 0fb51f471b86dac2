import { STAFF } from '../../audience.ts';
import { BLANK_TEMPLATE, TEMPLATE_MOST } from '../../print/printed.ts';
import { dict, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** What is printed and how: a template and an example of what fills it. */
export const sysPrint = defineResource('sysPrint', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 80 }),
    source: dict('printSource', { readonly: true, filter: 'in' }),
    printType: dict('printTypeEnum', { required: true, filter: 'in', initial: 1 }),
    status: dict('statusEnum', { required: true, filter: 'in', initial: 1 }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500 }),
    template: text({ required: true, max: TEMPLATE_MOST, extra: true, initial: BLANK_TEMPLATE }),
    printDataDemo: text({ max: 100_000, extra: true }),
    printParam: text({ max: 4_000, extra: true }),
    clientServiceAddress: text({ max: 300, extra: true }),
    ...changeRecord,
  },
});
