import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { CallError } from '../../kit/index.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { useCurrent } from './useCurrent.ts';
import { usePanel } from './usePanel.ts';

const server = vi.hoisted(() => ({ rows: [] as Row[], fault: undefined as Error | undefined }));
vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (_path: string, { ids }: { ids?: string[] }) => {
    if (server.fault) throw server.fault;
    const items = ids ? server.rows.filter(({ id }) => ids.includes(id)) : server.rows;
    return { items, start: 0, total: items.length, totalIs: 'exact', snapshot: '1' };
  },
}));
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(() => {
  cleanup();
  server.fault = undefined;
});

const orders = resourceOf('collectOrder');
const row = (id: string, status = 1): Row => ({ id, orderNo: `C${id}`, status });
const nothing = () => undefined;

/** A panel that comes back with what it had saved. */
function comeBack(state: unknown, args: Record<string, unknown> = {}) {
  const heard = { saveState: vi.fn(), setArgs: vi.fn(), setShown: vi.fn() };
  const { result } = renderHook(() => {
    const panel = usePanel(orders, { args, state, ...heard });
    return { panel, enter: useCurrent(panel, nothing) };
  });
  return { ...heard, now: () => result.current };
}
const saved = { filters: {}, at: 0, selected: [], peek: true, focused: '7' };

test('an open peek comes back on its row', async () => {
  server.rows = [row('9'), row('8'), row('7')];
  const { now } = comeBack(saved);
  expect(now().panel.peek).toBe(true);
  expect(now().panel.current).toBeUndefined();
  await waitFor(() => expect(now().panel.current?.id).toBe('7'));
  expect(now().panel.model.targets.focusedId()).toBe('7');
  await act(() => now().panel.model.load(0, 100));
  expect(now().panel.model.targets.focusedId()).toBe('7');
  // A person goes where they like.
  now().panel.moved.current = 'pointer';
  act(() => now().enter(row('8')));
  expect([now().panel.current?.id, now().panel.model.targets.focusedId()]).toEqual(['8', '8']);
});

test('a peek stays on its row when the list is read anew, and is closed when it goes', async () => {
  server.rows = [row('8'), row('7')];
  const { now } = comeBack(saved);
  const { model } = now().panel;
  await act(() => model.load(0, 100));
  await waitFor(() => expect(now().panel.current?.id).toBe('7'));
  server.rows = [row('9'), row('8'), row('7')];
  await act(async () => model.refresh());
  await act(() => model.load(0, 100));
  expect([now().panel.current?.id, model.targets.focusedId(), now().panel.peek]).toEqual(['7', '7', true]);
  // Another list that has it, too.
  await act(async () => model.setFilters({ status: [1] }));
  expect([now().panel.current?.id, model.targets.focusedId(), now().panel.peek]).toEqual(['7', '7', true]);
  server.rows = [row('9')];
  await act(async () => model.refresh());
  await waitFor(() => expect(now().panel.peek).toBe(false));
  expect([now().panel.current, model.selection.cursor()]).toEqual([undefined, undefined]);
});

test('a peek is closed where its row is gone, or no longer in the list', async () => {
  for (const [rows, filters] of [
    [[row('9')], {}],
    [[row('7', 2)], { status: [1] }],
  ] as const) {
    server.rows = [...rows];
    const { now } = comeBack({ ...saved, filters });
    await waitFor(() => expect(now().panel.peek).toBe(false));
    act(() => now().enter(row('9')));
    expect(now().panel.current?.id).toBe('9');
    cleanup();
  }
});

test('a peek whose row was not kept is closed', () => {
  server.rows = [row('9')];
  expect(comeBack({ ...saved, focused: undefined }).now().panel.peek).toBe(false);
});

test('a line that is down closes no peek: the row comes with its block', async () => {
  server.rows = [row('9'), row('7')];
  server.fault = new CallError('no line', { code: 0, errorCode: 'network' });
  const { now } = comeBack(saved);
  await act(() => Promise.resolve());
  expect(now().panel.peek).toBe(true);
  server.fault = undefined;
  await act(() => now().panel.model.load(0, 100));
  expect(now().panel.current?.id).toBe('7');
});

test('the focused row is kept, with or without its peek', async () => {
  server.rows = [row('9')];
  const { now, saveState } = comeBack({ ...saved, peek: false });
  act(() => now().enter(row('9')));
  act(() => now().panel.setPeek(true));
  await waitFor(() => expect(saveState).toHaveBeenLastCalledWith(expect.objectContaining({ focused: '9' })));
  act(() => now().panel.setPeek(false));
  await waitFor(() =>
    expect(saveState).toHaveBeenLastCalledWith(expect.objectContaining({ focused: '9', peek: false })),
  );
});

test('a link that filters by what cannot be read says so, and leaves the address', () => {
  server.rows = [];
  const toasts = () => getDefaultStore().get(toastLogAtom);
  const before = toasts().length;
  const found = comeBack(null, { status: [2], settled: [0], amount: 'abc', nonsense: '1' });
  expect(found.now().panel.model.state().filters).toEqual({ status: [2] });
  expect(found.setArgs).toHaveBeenLastCalledWith({ status: [2] });
  expect(toasts().length).toBe(before + 1);
  const text = toasts()[0]!.text;
  for (const name of ['Settled', 'Amount', 'nonsense']) expect(text).toContain(name);
  const right = comeBack(null, { status: [2], settled: true });
  expect(right.setArgs).not.toHaveBeenCalled();
  expect(toasts().length).toBe(before + 1);
  // With nothing else in the link the panel is the list itself.
  const list = comeBack(null, { amount: 'abc' });
  expect(list.setArgs).toHaveBeenLastCalledWith({});
  expect(list.setShown).toHaveBeenLastCalledWith(undefined);
});

test('the address follows the filters: of a panel opened for some as what it is opened for, else as what it shows', () => {
  server.rows = [];
  const list = comeBack({ ...saved, filters: { status: [2] }, peek: false });
  expect(list.setShown).toHaveBeenLastCalledWith({ status: [2] });
  act(() => list.now().panel.model.setFilters({ status: [3], anyId: 'C1' }));
  expect(list.setShown).toHaveBeenLastCalledWith({ status: [3], anyId: 'C1' });
  act(() => list.now().panel.model.setFilters({}));
  expect(list.setShown).toHaveBeenLastCalledWith(undefined);
  expect(list.setArgs).not.toHaveBeenCalled();
  const found = comeBack(null, { status: [2] });
  expect(found.setArgs).not.toHaveBeenCalled();
  act(() => found.now().panel.model.setFilters({ status: [3] }));
  expect(found.setArgs).toHaveBeenLastCalledWith({ status: [3] });
  expect(found.setShown).not.toHaveBeenCalled();
});

test('a focus of the program is what keys, toolbar and peek are about, and starts no range', () => {
  server.rows = [row('9'), row('8')];
  const { now } = comeBack(null);
  act(() => now().enter(row('9')));
  const { model } = now().panel;
  model.focused.hold(row('9'));
  expect([now().panel.current?.id, model.targets.ids(), model.targets.count()]).toEqual(['9', ['9'], 1]);
  expect(model.selection.anchor()).toBeUndefined();
  // With one more checked by ctrl and a press, the row that nobody chose is not one of them.
  now().panel.moved.current = 'pointer';
  act(() => now().enter(row('8')));
  act(() => model.selection.add('8'));
  expect(model.targets.ids()).toEqual(['8']);
});

test('the other button of the mouse moves the focus, and leaves alone what is checked', () => {
  server.rows = [row('9'), row('8')];
  const { now } = comeBack(null);
  const { model } = now().panel;
  act(() => model.selection.toggle('9'));
  now().panel.moved.current = 'secondary';
  act(() => now().enter(row('8')));
  expect([model.selection.cursor(), now().panel.current?.id, model.targets.ids()]).toEqual(['8', '8', ['9']]);
});

test('what was just chosen is saved before the page goes', () => {
  const { now, saveState } = comeBack(null);
  act(() => now().panel.model.setFilters({ status: [1] }));
  expect(saveState).not.toHaveBeenCalled();
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(saveState).toHaveBeenCalledWith(expect.objectContaining({ filters: { status: [1] } }));
});
