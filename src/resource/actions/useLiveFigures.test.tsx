// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { deliver } from '../../kit/data/events.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import type * as kit from '../../kit/index.ts';
import { VisibilityContext } from '../../kit/index.ts';
import { type Pending, pendingOf } from './pending.ts';
import type { Actions } from './useActions.ts';
import { useLiveFigures } from './useLiveFigures.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const ALL_RIGHTS = 999;
beforeEach(() => {
  vi.useFakeTimers();
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: ALL_RIGHTS }));
  // The merchant of the row has two balances.
  asked.mockResolvedValue({ items: [{ id: '70' }, { id: '71' }] });
});
afterEach(() => vi.useRealTimers());

/** A sheet of one order whose preview shows a balance; `looks` counts how often it is estimated again. */
async function openSheet(change: Partial<Pending> = {}) {
  const opened: Pending = {
    ...pendingOf('settle', {
      target: { ids: ['1'] },
      count: 1,
      rows: [{ id: '1', merchantId: '7' }],
      given: undefined,
    }),
    preview: {
      done: ['1'],
      refused: [],
      preview: [{ id: '1', before: {}, after: { availableBefore: '10', availableAfter: '15' } }],
    },
    ...change,
  };
  const look = vi.fn(() => Promise.resolve());
  const actions = { resource: collectOrder, look, busy: undefined } as unknown as Actions;
  function Probe() {
    useLiveFigures(actions, opened, { waive: true });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const show = (visible: boolean) =>
    act(async () =>
      root.render(
        <VisibilityContext value={visible}>
          <Probe />
        </VisibilityContext>,
      ),
    );
  await show(true);
  return { look, show, close: () => act(() => root.unmount()) };
}

const changed = (resource: string, id: string) =>
  act(async () => {
    deliver([{ seq: 1, resource, id, change: 'update' }]);
    await vi.advanceTimersByTimeAsync(6_000);
  });

it('estimates again when its row or a balance of its merchant moves, and for nobody else', async () => {
  const { look, close } = await openSheet();
  await changed('collectOrder', '2');
  await changed('merchantAsset', '80');
  expect(look).not.toHaveBeenCalled();
  await changed('collectOrder', '1');
  expect(look).toHaveBeenCalledTimes(1);
  await changed('merchantAsset', '71');
  expect(look).toHaveBeenCalledTimes(2);
  expect(look).toHaveBeenLastCalledWith({ waive: true });
  expect(asked.mock.calls[0]?.slice(0, 2)).toMatchObject(['merchantAsset/rows', { merchantId: ['7'] }]);
  close();
  await changed('merchantAsset', '71');
  expect(look).toHaveBeenCalledTimes(2);
});

it('asks once for many movements', async () => {
  const { look, close } = await openSheet();
  await act(async () => {
    for (const id of ['70', '71', '70']) {
      deliver([{ seq: 1, resource: 'merchantAsset', id, change: 'update' }]);
      await vi.advanceTimersByTimeAsync(200);
    }
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(look).toHaveBeenCalledTimes(1);
  close();
});

it('estimates again when the person comes back to the window or to the tab', async () => {
  const { look, show, close } = await openSheet();
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(1_000);
  });
  expect(look).toHaveBeenCalledTimes(1);
  await show(false);
  await changed('merchantAsset', '70');
  expect(look).toHaveBeenCalledTimes(1);
  await show(true);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(look).toHaveBeenCalledTimes(2);
  close();
});

it('asks for no balances where none is shown', async () => {
  asked.mockClear();
  const { close } = await openSheet({ preview: { done: ['1'], refused: [] } });
  expect(asked).not.toHaveBeenCalled();
  close();
});
