// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { expect, it } from 'vitest';
import { parseProfile } from '../../src/kit/data/session.ts';
import { profileAtom } from '../../src/kit/index.ts';
import { groupingOf, groupings } from './groupings.ts';

const be = (profile: object) =>
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 888, ...profile }));

it.each([
  ['the platform’s staff', {}, 'upstream', ['status', 'upstream', 'channel', 'merchant']],
  ['a tenant’s staff', { isTenants: true }, 'channel', ['status', 'channel', 'merchant']],
])('groups for %s by what they know', (_, profile, instead, offered) => {
  be(profile);
  expect(groupings()).toEqual(offered);
  expect(groupingOf('upstream')).toBe(instead);
  expect(groupingOf('merchant')).toBe('merchant');
});
