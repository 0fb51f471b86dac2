import { expect, it } from 'vitest';
import { above, isName, nameKey, partsOf } from './distinguishedName.ts';

it.each([
  ['uid=ann,ou=Sales,dc=example', ['uid=ann', 'ou=sales', 'dc=example']],
  ['CN=Smith\\, Ann , OU = Sales', ['cn=smith\\, ann', 'ou=sales']],
  ['cn="a,b",dc=x', ['cn="a,b"', 'dc=x']],
  ['cn=a\\2cb,dc=x', ['cn=a\\2cb', 'dc=x']],
])('takes %s apart', (name, parts) => {
  expect(partsOf(name)).toEqual(parts);
});

it('has one spelling for all of one name, and knows what is above', () => {
  expect(nameKey('OU=Sales, DC=Example')).toBe(nameKey('ou=sales,dc=example'));
  expect(above('uid=ann,ou=Sales,dc=x')).toEqual(['ou=sales,dc=x', 'dc=x']);
});

it.each([
  ['dc=example,dc=com', true],
  ['0.9.2342=x', false],
  ['cn', false],
  ['', false],
  ['cn=,dc=x', false],
  ['cn=a,,dc=x', false],
])('judges %j', (name, expected) => {
  expect(isName(name)).toBe(expected);
});
