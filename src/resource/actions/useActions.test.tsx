// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ActionRequest, ActionResult } from '../../../contract/calls.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import type * as kit from '../../kit/index.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { forgetToasts, toastLogAtom } from '../../kit/ui/toast.ts';
import { GridModel } from '../grid/model.ts';
import { READ_MS } from './pending.ts';
import { wordsOf } from './texts.ts';
import { type Actions, useActions } from './useActions.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('./bound.ts', () => ({ isBound: () => Promise.resolve(true) }));
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** A server whose figures somebody else changes. */
function serve() {
  const state = { figures: 'first', ran: [] as ActionRequest[], keys: [] as (string | undefined)[] };
  asked.mockImplementation(
    async (path: string, body: ActionRequest, options?: { idempotencyKey?: string }): Promise<unknown> => {
      if (path.endsWith('/rows')) return { items: [{ id: '1', amount: state.figures }] };
      const preview = [{ id: '1', before: {}, after: { fee: state.figures } }];
      if (body.dryRun) return { done: ['1'], refused: [], preview, previewDigests: { '1': state.figures } };
      state.ran.push(body);
      state.keys.push(options?.idempotencyKey);
      const same = body.previewDigests?.['1'] === state.figures;
      return (
        same
          ? { done: ['1'], refused: [] }
          : { done: [], refused: [{ id: '1', code: 'figuresChanged', message: '' }] }
      ) satisfies ActionResult;
    },
  );
  return state;
}

function probe(selected = ['1']) {
  const model = new GridModel(collectOrder, { filters: {}, selected });
  const now: { actions?: Actions } = {};
  function Probe() {
    now.actions = useActions({
      model,
      words: wordsOf(collectOrder),
      onJob: () => undefined,
      onClose: () => undefined,
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe />));
  return { model, now, close: () => act(() => root.unmount()) };
}

it('does what was shown, and shows what has changed before it does anything else', async () => {
  const state = serve();
  const { now, close } = probe();
  const fee = () => now.actions?.pending?.preview?.preview?.[0]?.after.fee;
  const commit = () => act(async () => void (await now.actions!.commit()));

  await act(() => now.actions!.start('resettle'));
  expect(fee()).toBe('first');
  const sheet = now.actions?.pending?.key;
  state.figures = 'second';
  await commit();
  expect(state.ran.map(({ previewDigests }) => previewDigests)).toEqual([{ '1': 'first' }]);
  expect(fee()).toBe('second');
  expect(now.actions?.pending?.changed).toBeDefined();
  // The same sheet, with what is typed into it.
  expect(now.actions?.pending?.key).toBe(sheet);

  // An Enter that was on its way to the old figures.
  await commit();
  expect(state.ran).toHaveLength(1);
  vi.setSystemTime(Date.now() + READ_MS);
  await commit();
  expect(state.ran[1]?.previewDigests).toEqual({ '1': 'second' });
  expect(new Set(state.keys).size).toBe(2);
  expect(now.actions?.pending).toBeUndefined();
  close();
});

it('says so when a row is changed under the sheet', async () => {
  const state = serve();
  const { now, close } = probe();
  await act(() => now.actions!.start('resettle'));
  await act(() => now.actions!.look({}));
  expect(now.actions?.pending?.changed).toBeUndefined();
  state.figures = 'second';
  await act(() => now.actions!.look({}));
  expect(now.actions?.pending?.changed).toBeDefined();
  expect(now.actions?.pending?.preview?.previewDigests).toEqual({ '1': 'second' });
  close();
});

it('is as it was before once what was refused is mended', async () => {
  const { now, close } = probe();
  const ran: ActionRequest[] = [];
  asked.mockImplementation(async (path: string, body: ActionRequest): Promise<unknown> => {
    if (path.endsWith('/rows')) return { items: [] };
    const used = body.input?.utr === '1';
    if (!body.dryRun) ran.push(body);
    return used
      ? { done: [], refused: [{ id: '1', code: 'utrUsed', message: '' }] }
      : { done: ['1'], refused: [], previewDigests: { '1': 'a' } };
  });
  const able = () => now.actions?.pending?.preview?.done;
  const commit = (utr: string) => act(async () => void (await now.actions!.commit({ utr, otp: '123456' })));
  await act(() => now.actions!.start('forceConfirm'));
  await commit('1');
  expect(able()).toEqual([]);
  expect(ran).toEqual([]);
  act(() => now.actions!.mend());
  expect(able()).toEqual(['1']);
  await commit('2');
  expect(ran.map(({ input }) => input)).toEqual([{ utr: '2', otp: '123456' }]);
  close();
});

it('keeps what was refused for what is typed refused when it looks again', async () => {
  const { now, close } = probe();
  let balance = '10';
  asked.mockImplementation(async (path: string, body: ActionRequest): Promise<unknown> => {
    if (path.endsWith('/rows')) return { items: [] };
    if (body.input?.reason) return { done: [], refused: [{ id: '1', code: 'guard', message: '' }] };
    const preview = [{ id: '1', before: {}, after: { availableBefore: balance } }];
    return { done: ['1'], refused: [], preview, previewDigests: { '1': 'a' } };
  });
  await act(() => now.actions!.start('reverse'));
  await act(async () => void (await now.actions!.commit({ reason: '1', otp: '123456' })));
  balance = '20';
  await act(() => now.actions!.look({}));
  expect(now.actions?.pending?.preview?.refused).toHaveLength(1);
  expect(now.actions?.pending?.before?.preview?.[0]?.after).toEqual({ availableBefore: '20' });
  close();
});

it('shows what a context value does to the row, and what refuses it by the figures', async () => {
  const { now, close } = probe();
  asked.mockImplementation(async (path: string, body: ActionRequest): Promise<unknown> => {
    if (path.endsWith('/rows')) return { items: [] };
    const utr = body.input?.utr;
    if (utr === 'half') throw new Error('Twelve digits');
    if (utr === 'used') return { done: [], refused: [{ id: '1', code: 'utrUsed', message: '' }] };
    return {
      done: ['1'],
      refused: [],
      preview: [{ id: '1', before: {}, after: { utr } }],
      previewDigests: {},
    };
  });
  const pending = () => now.actions!.pending!;
  const figure = () => (pending().before ?? pending().preview)?.preview?.[0]?.after.utr;
  await act(() => now.actions!.start('forceConfirm'));
  await act(() => now.actions!.revalidate({ utr: 'free' }));
  expect(figure()).toBe('free');
  await act(() => now.actions!.revalidate({ utr: 'half' }));
  expect([figure(), pending().problem]).toEqual(['free', undefined]);
  await act(() => now.actions!.revalidate({ utr: 'used' }));
  expect([figure(), pending().preview?.refused.length]).toEqual(['free', 1]);
  // The row has become another: the question carries what is typed, and its answer is the word on it.
  await act(() => now.actions!.look({ utr: 'used' }));
  expect([figure(), pending().preview?.refused.length]).toEqual(['free', 1]);
  await act(() => now.actions!.look({ utr: 'other' }));
  expect([figure(), pending().before]).toEqual(['other', undefined]);
  close();
});

it('leaves ticked what was refused and what was only begun, and nothing that was done', async () => {
  const { model, now, close } = probe(['1', '2', '3']);
  const refused = [{ id: '2', code: 'claimedByOther', message: '' }];
  asked.mockImplementation(async (): Promise<unknown> => ({ done: ['1', '3'], refused }));
  await act(() => now.actions!.start('claim'));
  // A claim only begins the work: what comes next is about the same rows.
  expect(model.selection.ids()).toEqual(['1', '2', '3']);
  act(() => now.actions!.finish('notify', { done: ['1', '3'], refused }));
  expect(model.selection.ids()).toEqual(['2']);
  close();
});

it('keeps a command off the rows it is already acting on, and no others', async () => {
  const { model, now, close } = probe(['1']);
  const { promise, resolve } = Promise.withResolvers<ActionResult>();
  asked.mockImplementation(() => promise);
  await act(async () => void now.actions!.start('claim'));
  expect(now.actions?.may('claim')).not.toBe(true);
  act(() => model.selection.set(['1'], false));
  act(() => model.selection.set(['2'], true));
  expect(now.actions?.may('claim')).toBe(true);
  await act(async () => resolve({ done: ['1'], refused: [] }));
  expect(now.actions?.busy).toBeUndefined();
  close();
});

it('leaves all that match chosen by what is about something else', async () => {
  const { model, now, close } = probe([]);
  asked.mockImplementation(async (): Promise<unknown> => ({ done: ['1'], refused: [] }));
  act(() => model.selection.all());
  act(() =>
    now.actions!.finish('claim', {
      done: [],
      refused: [
        { id: '1', code: 'busy', message: '' },
        { id: '2', code: 'busy', message: '' },
      ],
    }),
  );
  await act(() => now.actions!.retry(['1']));
  expect(model.selection.state().mode).toBe('all');
  close();
});

it('judges the rows that were shown once more with what is typed, and shows them where they are others', async () => {
  const { model, now, close } = probe([]);
  const sent: ActionRequest[] = [];
  let rows = 'a';
  asked.mockImplementation(async (path: string, body: ActionRequest): Promise<unknown> => {
    if (path.endsWith('/rows')) return { items: [] };
    sent.push(body);
    return { done: ['1'], refused: [], token: `${rows}${sent.length}`, previewDigests: { rest: rows } };
  });
  const commit = () => act(async () => void (await now.actions!.commit({ reason: 'late' })));
  act(() => model.selection.all());
  await act(() => now.actions!.start('overrule'));
  rows = 'b';
  await commit();
  expect(sent.map(({ token, dryRun }) => [token, dryRun])).toEqual([
    [undefined, true],
    ['a1', true],
  ]);
  expect(now.actions?.pending?.preview?.previewDigests).toEqual({ rest: 'b' });
  vi.setSystemTime(Date.now() + READ_MS);
  await commit();
  expect(sent.slice(2).map(({ token, dryRun }) => [token, dryRun])).toEqual([
    ['b2', true],
    ['b3', undefined],
  ]);
  close();
});

it('says by the field what one row is refused for, and keeps its figures', async () => {
  const { now, close } = probe();
  asked.mockImplementation(
    async (_path: string, body: ActionRequest): Promise<unknown> =>
      body.input?.utr === '1'
        ? { done: [], refused: [{ id: '1', code: 'firstUtr', field: 'utr', message: 'They named 2' }] }
        : { done: ['1'], refused: [], previewDigests: { '1': 'a' } },
  );
  await act(() => now.actions!.start('forceConfirm'));
  await act(async () => void (await now.actions!.commit({ utr: '1', otp: '123456' })));
  expect(now.actions?.pending?.faults).toEqual({ utr: ['They named 2'] });
  expect(now.actions?.pending?.preview?.done).toEqual(['1']);
  close();
});

it('names what the list does not hold too: number, amount and whose it is', async () => {
  const { now, close } = probe();
  forgetToasts();
  const order = { orderNo: 'C1', amount: '160', currency: 'INR', merchantId: '7', merchantName: 'Sagar Pay' };
  asked.mockResolvedValue({ items: [{ id: '9', ...order }] });
  await act(async () => now.actions!.finish('overrule', { done: ['9'], refused: [] }));
  expect(asked).toHaveBeenLastCalledWith('collectOrder/rows', { ids: ['9'] }, { customCatch: true });
  expect(getDefaultStore().get(toastLogAtom)[0]).toMatchObject({
    text: 'Operation successful',
    description: 'C1 · 160.00 INR · Sagar Pay',
  });
  close();
});

it('does not call done what waits for a second person', async () => {
  const { now, close } = probe();
  const toasts = () =>
    getDefaultStore()
      .get(toastLogAtom)
      .map(({ kind, text }) => `${kind}: ${text}`);
  forgetToasts();
  const finish = (result: ActionResult, byJob = false) =>
    act(async () => now.actions!.finish('forceConfirm', result, { byJob }));
  await finish({ done: ['1'], refused: [], waiting: ['1'] });
  await finish({ done: ['1', '2', '3'], refused: [], waiting: ['1', '2'] }, true);
  await finish({ done: ['1'], refused: [] });
  expect(toasts()).toEqual([
    'success: Operation successful',
    'info: 1 done, 2 wait for others to decide',
    'info: Waits for others to decide; nothing is booked yet',
  ]);
  close();
});
