import fc from 'fast-check';
import { type AndFilter, type EqualityFilter, FilterParser } from 'ldapts';
import { expect, it } from 'vitest';
import { filterFor, filterForAll, isTemplate } from './filter.ts';

const TEMPLATE = '(&(objectClass=person)(uid=%s))';
const hostile = fc.string({
  unit: fc.constantFrom('(', ')', '*', '\\', '\0', '&', '|', '!', '=', '%', 's', '$', 'ü'),
});

it('keeps an account a value, whatever is in it', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string()), (account) => {
      fc.pre(account !== '');
      const parsed = FilterParser.parseString(filterFor(TEMPLATE, account)) as AndFilter;
      expect(parsed.filters).toHaveLength(2);
      const value = parsed.filters[1] as EqualityFilter;
      expect([value.constructor.name, value.attribute, value.value]).toEqual([
        'EqualityFilter',
        'uid',
        account,
      ]);
    }),
  );
});

it('writes what RFC 4515 has as examples', () => {
  expect(filterFor('o=%s', 'Parens R Us (for all your parenthetical needs)')).toBe(
    '(o=Parens R Us \\28for all your parenthetical needs\\29)',
  );
  expect(filterFor('(cn=%s)', '*')).toBe('(cn=\\2a)');
  expect(filterFor('(filename=%s)', 'C:\\MyFile')).toBe('(filename=C:\\5cMyFile)');
});

it('finds everybody by the same template', () => {
  expect(filterForAll(TEMPLATE)).toBe('(&(objectClass=person)(uid=*))');
});

it.each([
  ['(uid=%s)', true],
  ['sAMAccountName=%s', true],
  ['(|(uid=%s)(mail=%s@example.com))', true],
  ['(uid=*)', false],
  ['(%s=uid)', false],
  ['(uid:%s:=x)', false],
  ['(uid=%s', false],
  ['(uid=%s))', false],
  ['', false],
])('takes %s as a template: %s', (template, expected) => {
  expect(isTemplate(template)).toBe(expected);
});
