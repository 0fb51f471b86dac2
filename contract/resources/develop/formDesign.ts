import { STAFF } from '../../audience.ts';
import { dict, instant, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/**
 * Forms that administrators draw. Publishing makes a version that never changes and puts it in force for its purpose, in the
 * place of any other; rows that were filled in by an earlier version keep it.
 */
export const formDesign = defineResource('formDesign', {
  area: 'develop',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  live: true,
  audited: true,
  fields: {
    name: text({ required: true, localised: true, filter: 'contains', pin: 'left', max: 300, width: 220 }),
    purpose: dict('formPurpose', {
      required: true,
      once: true,
      filter: 'in',
      initial: 'manualOrder',
      width: 120,
    }),
    status: dict('formStatusEnum', { readonly: true, filter: 'in', width: 90 }),
    formVersion: int({ readonly: true, width: 80 }),
    remark: text({ max: 200 }),
    updatedAt: instant({ readonly: true, sort: true, width: 120 }),
  },
});
