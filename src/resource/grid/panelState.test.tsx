import { act, renderHook, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { resourceOf } from '../../../contract/resources/index.ts';
import { sitting } from '../../kit/index.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { endSitting } from '../../kit/sitting.ts';
import { parsePanel } from './panelState.ts';
import { usePanel } from './usePanel.ts';

const orders = resourceOf('collectOrder');
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 1));
const read = (selected: unknown, of = sitting()) =>
  parsePanel(orders, { selected, sitting: of }, {}, {}).selected;

test.each([
  [200, 200],
  [201, 0],
  [17_736, 0],
])('of %i chosen rows %i come back: all of them or none', async (chosen, kept) => {
  const saveState = vi.fn();
  const { result, unmount } = renderHook(() => usePanel(orders, { args: {}, state: undefined, saveState }));
  act(() => result.current.model.selection.set(ids(chosen), true));
  act(() => result.current.setPeek(true));
  await waitFor(() => expect(saveState).toHaveBeenCalled());
  expect(saveState.mock.lastCall![0].selected).toHaveLength(kept);
  expect(read(saveState.mock.lastCall![0].selected)).toHaveLength(kept);
  unmount();
});

test('a state that holds more than is kept has none', () => {
  expect(read(ids(500))).toEqual([]);
  expect(read(['1', 7, null])).toEqual(['1']);
});

test('what was chosen at another desk, or before a sign-in, is chosen no more', () => {
  const before = sitting();
  expect(read(['1'], 'another')).toEqual([]);
  endSitting();
  expect(read(['1'], before)).toEqual([]);
  expect(read(['1'])).toEqual(['1']);
});

test("a merchant's people filter by nothing that is the platform's own, whoever made the link or the layout", () => {
  const filters = { status: [2], claimedBy: ['7'], upstreamId: ['8'] };
  const kept = () => [parsePanel(orders, { filters }, {}, {}), parsePanel(orders, undefined, filters, {})];
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', merchantId: '5' }));
  for (const state of kept()) expect(state.filters).toEqual({ status: [2] });
  getDefaultStore().set(profileAtom, null);
  for (const state of kept()) expect(state.filters).toEqual(filters);
});
