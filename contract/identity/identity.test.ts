import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdentityKind, identityForm, readIdentity, receivedReference } from './identity.ts';
import { foldingLists } from './lookAlikes.ts';
import { lookAlikesIn, nameSkeleton } from './name.ts';
import { isSameReference, referenceForm } from './referenceForm.ts';
import { writingsOf } from '../../tests/support/writings.ts';

const KINDS: readonly IdentityKind[] = [
  'reference',
  'utr',
  'hash',
  'orderNumber',
  'account',
  'code',
  'phone',
  'name',
];
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('references', () => {
  it.each(['606412345678', 'HDFCR52026112900123', 'a1'.repeat(32), 'PG-88213-X7', '12345678'])(
    '%s is one payment, however it is written',
    (reference) => {
      for (const [how, written] of writingsOf(reference))
        expect(referenceForm(written), how).toBe(referenceForm(reference));
    },
  );

  it('has one form, and the form of a form is itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(referenceForm(referenceForm(text))).toBe(referenceForm(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same reference as it is stored and as it is typed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(
          isSameReference(receivedReference(text), text) || /^[^0-9a-z]*$/.test(referenceForm(text)),
        ).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps two payments apart', () => {
    for (const [one, other] of [
      ['606412345678', '606412345679'],
      ['UTRECHT-1', 'ECHT-1'],
      ['HDFC1', 'HDFC11'],
      ['a1'.repeat(32), `${'a1'.repeat(31)}a2`],
    ] as const)
      expect(isSameReference(one, other), `${one} ${other}`).toBe(false);
  });
});

describe('values', () => {
  it('are stored as they would be stored again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), anyText, (kind, text) => {
        const read = readIdentity(kind, text);
        if ('fault' in read) return;
        expect(readIdentity(kind, read.value)).toEqual(read);
        expect(identityForm(kind, identityForm(kind, read.value))).toBe(identityForm(kind, read.value));
      }),
      { numRuns: 5_000 },
    );
  });

  it('shows the character that only looks like one of the alphabet', () => {
    expect(readIdentity('reference', 'REF-1234\u0430')).toEqual({
      fault: { rule: 'lookAlike', sign: '\u0430', code: 'U+0430', like: 'a' },
    });
    expect(readIdentity('utr', '60641234567\u0968')).toMatchObject({
      fault: { rule: 'lookAlike', like: '2' },
    });
    expect(readIdentity('code', 'shop\u20AC')).toEqual({
      fault: { rule: 'sign', sign: '€', code: 'U+20AC' },
    });
  });

  it('takes what nobody sees out of everything but a name, where it is refused', () => {
    expect(readIdentity('reference', ' REF 1  2 ')).toEqual({ value: 'REF 1 2' });
    expect(readIdentity('utr', ' 6064\u200B1234\u00AD5678\u2060')).toEqual({ value: '606412345678' });
    expect(readIdentity('hash', `0x${'Ab'.repeat(32)}`)).toEqual({ value: 'ab'.repeat(32) });
    expect(readIdentity('account', '50 2000-1234')).toEqual({ value: '5020001234' });
    for (const stray of ['\u202E', '\u2066', '\u200B', '\u00AD', '\u0007', '\uFEFF', '\u{E0041}', '\u3164'])
      expect(readIdentity('name', `Ka${stray}veri`), stray).toMatchObject({ fault: { rule: 'invisible' } });
  });

  it('leaves a name the joiners that its script needs, and only there', () => {
    expect(readIdentity('name', 'क्\u200Dष  ट्रेडर्स')).toEqual({ value: 'क्\u200Dष ट्रेडर्स' });
    expect(readIdentity('name', 'می\u200Cخواهم')).toEqual({ value: 'می\u200Cخواهم' });
    expect(readIdentity('name', 'Kaveri\u200D')).toMatchObject({ fault: { code: 'U+200D' } });
    expect(readIdentity('name', 'Ka\u200Cveri')).toMatchObject({ fault: { code: 'U+200C' } });
  });
});

describe('names', () => {
  it('look the same where their skeletons are the same', () => {
    for (const [one, other] of [
      ['Kaveri Stores', 'K\u0430veri Stores'],
      ['Kaveri Stores', 'Ｋａｖｅｒｉ  Stores'],
      ['Kaveri Stores', 'KAVERI ST0RES'],
      ['Illinois', '1llinois'],
    ] as const)
      expect(nameSkeleton(one), other).toBe(nameSkeleton(other));
    expect(nameSkeleton('张伟')).not.toBe(nameSkeleton('张玮'));
  });

  it('marks a letter that people take for another, and no script of its own', () => {
    expect(lookAlikesIn('K\u0430veri')).toEqual([{ character: '\u0430', like: 'a' }]);
    expect(lookAlikesIn('\u0440\u0430\u0443\u0440\u0430')).toHaveLength(3);
    for (const name of ['Анна', 'Μαρία', '张伟', 'José', 'Straße', 'Đặng', 'Łukasz'])
      expect(lookAlikesIn(name), name).toEqual([]);
  });
});

it('folds each character to one of the same place in the other list', () => {
  const { from, to } = foldingLists();
  expect(Array.from(from)).toHaveLength(to.length);
  expect(new Set(from).size).toBe(to.length);
  expect(to).toMatch(/^[0-9a-hj-km-np-z]+$/);
});
