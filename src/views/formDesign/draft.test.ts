import { describe, expect, it } from 'vitest';
import { type DrawnField, type DrawnForm, fieldsOf } from '../../../contract/forms/form.ts';
import {
  change,
  changesOf,
  duplicate,
  freeKey,
  insert,
  move,
  newField,
  remove,
  removeSection,
  step,
} from './draft.ts';

const field = (key: string): DrawnField => ({
  key,
  kind: 'date',
  title: { en: key },
  required: false,
  width: 2,
});
const form: DrawnForm = {
  sections: [
    { columns: 2, fields: [field('a'), field('b')] },
    { columns: 1, fields: [field('c')] },
  ],
};
const keys = (drawn: DrawnForm) =>
  drawn.sections.map(({ fields }) => fields.map(({ key }) => key).join('')).join('|');

describe('a form that is drawn', () => {
  it('takes fields where they are dropped, no wider than their section', () => {
    const next = insert(form, field('d'), { section: 1, at: 0 });
    expect(keys(next)).toBe('ab|dc');
    expect(fieldsOf(next).find(({ key }) => key === 'd')?.width).toBe(1);
  });

  it('moves fields within a section and between sections', () => {
    expect(keys(move(form, 'a', { section: 0, at: 2 }))).toBe('ba|c');
    expect(keys(move(form, 'b', { section: 0, at: 0 }))).toBe('ba|c');
    expect(keys(move(form, 'c', { section: 0, at: 1 }))).toBe('acb|');
    expect(
      [step(form, 'a', 1), step(form, 'b', 1), step(form, 'c', -1), step(form, 'a', -1)].map(keys),
    ).toEqual(['ba|c', 'a|bc', 'abc|', 'ab|c']);
  });

  it('copies a field under a key that no version has', () => {
    expect(keys(duplicate(form, 'a', new Set(['a2'])).form)).toBe('aa3b|c');
    expect(freeKey(form, 'z')).toBe('z');
  });

  it('shows what publishing would change', () => {
    const kinds = (after: DrawnForm) =>
      changesOf(form, after).map(({ kind, field: { key }, names }) => `${kind} ${key} ${names.join()}`);
    expect(kinds(form)).toEqual([]);
    expect(kinds(remove(form, 'b'))).toEqual(['withdrawn b ']);
    expect(kinds(removeSection(form, 0))).toEqual(['withdrawn a ', 'withdrawn b ']);
    expect(kinds(change(form, 'a', { required: true }))).toEqual(['changed a required']);
    expect(kinds(insert(form, newField('text', 'd', { en: 'd' }, []), { section: 0, at: 0 }))).toEqual([
      'added d ',
    ]);
    expect(kinds(step(form, 'a', 1))).toEqual(['moved b ', 'moved a ']);
  });
});
