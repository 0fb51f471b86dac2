import { STAFF } from '../../audience.ts';
import { dict, flag, instant, int, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A statement file and what became of its lines. */
export const bankBatch = defineResource('bankBatch', {
  area: 'bank',
  scope: 'tenant',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'batchNo',
  anyId: ['batchNo', 'fileName'],
  sort: { field: 'createdAt', order: 'descending' },
  live: true,
  fields: {
    batchNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, sort: true, width: 150 }),
    fileName: text({ readonly: true, filter: 'contains', width: 180 }),
    bankAccountId: ref('bankAccount', { readonly: true, filter: 'in', width: 150 }),
    status: dict('batchStatusEnum', { readonly: true, filter: 'in', sort: true }),
    progress: int({ readonly: true, width: 64 }),
    lines: int({ readonly: true, sort: true }),
    accepted: int({ readonly: true, sort: true }),
    matched: int({ readonly: true, sort: true }),
    duplicates: int({ readonly: true, sort: true }),
    skipped: int({ readonly: true, sort: true }),
    failed: int({ readonly: true, sort: true }),
    proof: dict('statementProof', { readonly: true, filter: 'in', width: 84 }),
    held: flag({ readonly: true, filter: 'equals' }),
    failure: dict('batchFailure', { readonly: true, filter: 'in' }),
    autoMatch: flag({ readonly: true, filter: 'equals' }),
    errors: json({ readonly: true, extra: true }),
    reading: json({ readonly: true, extra: true }),
    remark: text({ readonly: true, width: 160 }),
    uploadedBy: ref('sysUser', { readonly: true, filter: 'in' }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
  },
  actions: {
    rerun: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: { status: ['parsed', 'done', 'failed'] },
      hotkey: 'shift+r',
      primary: true,
    },
    // Its own figures do not prove how it was read; a person has looked, and the rules may match it.
    release: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['held', 'parsed'] },
      confirm: true,
      contextFields: ['fileName', 'bankAccountId', 'accepted', 'failed', 'proof'],
      input: { reason: text({ required: true, max: 500 }) },
    },
    // Read amiss, and the bank type's format was mended since: its lines go, and the same file is read anew.
    readAgain: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['parsed', 'done', 'held'] },
      confirm: true,
      danger: true,
      contextFields: ['fileName', 'bankAccountId', 'accepted', 'matched'],
      input: { reason: text({ required: true, max: 500 }) },
    },
    // Sent to the wrong account, and matched already: it goes to the right one as it is.
    move: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['parsed', 'done', 'held'] },
      confirm: true,
      contextFields: ['fileName', 'bankAccountId', 'accepted', 'matched'],
      input: {
        toAccountId: ref('bankAccount', { required: true }),
        reason: text({ required: true, max: 500 }),
      },
      estimateOn: ['toAccountId'],
    },
    // Sent to the wrong account, or not meant to be sent: undone whole, so that the file may be sent again.
    withdraw: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['parsed', 'done', 'held'] },
      confirm: true,
      danger: true,
      contextFields: ['fileName', 'bankAccountId', 'accepted', 'matched'],
      input: { reason: text({ required: true, max: 500 }) },
    },
  },
});
