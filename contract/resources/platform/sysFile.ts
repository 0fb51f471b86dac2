import { STAFF } from '../../audience.ts';
import { flag, instant, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';

/** A file that somebody uploaded. */
export const sysFile = defineResource('sysFile', {
  area: 'platform',
  scope: 'person',
  reads: STAFF,
  crud: { update: STAFF, delete: STAFF },
  label: 'fileName',
  secondaryLabel: ['suffix'],
  live: true,
  fields: {
    fileName: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 200, width: 220 }),
    suffix: text({ readonly: true, filter: 'in', sort: true, width: 80 }),
    sizeKb: int({ readonly: true, sort: true }),
    userId: ref('sysUser', { readonly: true, filter: 'in' }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
    isPublic: flag({ filter: 'equals' }),
    fileType: text({ filter: 'contains', max: 60 }),
    relationName: text({ filter: 'contains', max: 60 }),
    relationId: text({ filter: 'equals', max: 40, mono: true }),
    belongId: text({ max: 40, mono: true, extra: true }),
    filePath: text({ readonly: true, extra: true }),
    fileMd5: text({ readonly: true, extra: true, mono: true }),
    createdBy: changeRecord.createdBy,
    updatedAt: changeRecord.updatedAt,
    updatedBy: changeRecord.updatedBy,
  },
});
