import { STAFF } from '../../audience.ts';
import { int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { localName } from '../localName.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** A country, or something in one: a state, a city, a district. */
export const sysRegion = defineResource('sysRegion', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF },
  label: 'name',
  secondaryLabel: ['code'],
  anyId: ['code'],
  sort: { field: 'code', order: 'ascending' },
  fields: {
    name: localName,
    // As ISO 3166 has it, or 6, 9 or 12 digits.
    code: text({
      required: true,
      filter: 'contains',
      sort: true,
      mono: true,
      max: 12,
    }),
    pid: ref('sysRegion', { filter: 'in', localised: true }),
    level: int({ readonly: true, sort: true }),
    cityCode: text({ max: 12, mono: true }),
    zipCode: text({ max: 12, mono: true }),
    shortName: text({ max: 100, extra: true }),
    mergerName: text({ max: 300, extra: true }),
    pinYin: text({ max: 200, extra: true }),
    orderNo: int({ sort: true, initial: 100 }),
    remark: text({ max: 500, extra: true }),
    ...changeRecord,
  },
});
