import { STAFF } from '../../audience.ts';
import { dict, instant, json, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A bank, or rather how it writes its statements. */
export const bankType = defineResource('bankType', {
  area: 'bank',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  label: 'name',
  anyId: ['code', 'name'],
  sort: { field: 'name', order: 'ascending' },
  fields: {
    name: text({ required: true, identity: 'name', filter: 'contains', sort: true, pin: 'left', max: 80 }),
    code: text({
      required: true,
      identity: 'code',
      once: true,
      filter: 'equals',
      mono: true,
      sort: true,
      max: 40,
    }),
    currency: dict('currency', { required: true, filter: 'in', width: 52 }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    parser: json({ required: true, extra: true, section: 'config' }),
    remark: text({ max: 500 }),
    createdAt: instant({ readonly: true, sort: true }),
  },
});
