import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Approval flows as they are drawn: the rows are rules (approvalRule), so it is not among the resources. */
export const workflow = defineResource('workflow', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  label: 'name',
  fields: { name: text({ readonly: true }) },
});
