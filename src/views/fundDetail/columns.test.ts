// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { beforeEach, expect, test } from 'vitest';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { fundColumns } from './columns.ts';

const MERCHANT = 666;
const AGENT = 2;
const signIn = (profile: Record<string, unknown>) =>
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: MERCHANT, ...profile }));
const shown = (narrow: boolean) =>
  fundColumns({ label: String, short: String, narrow })
    .filter(({ hide }) => !hide)
    .map(({ colId }) => colId);

beforeEach(() => signIn({}));

test('an agent reads whose line it is next to its amount', () => {
  signIn({ merchantId: '5', merchantType: AGENT });
  for (const narrow of [true, false])
    expect(shown(narrow).slice(0, 3)).toEqual(['type', 'amount', 'merchantId']);
});

test('a merchant sees no mark on its own lines', () => {
  signIn({ merchantId: '5', merchantType: 1 });
  for (const narrow of [true, false]) expect(shown(narrow)).not.toContain('merchantId');
});

test('staff see what is left first', () => {
  expect(shown(true).slice(0, 3)).toEqual(['type', 'amount', 'balanceAfter']);
});
