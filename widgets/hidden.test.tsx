import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CallError } from '../src/kit/data/CallError.ts';
import { parseProfile } from '../src/kit/data/session.ts';
import { loadAllTexts, startI18n } from '../src/kit/i18n/i18n.ts';
import { keepLocale } from '../src/kit/i18n/locale.ts';
import {
  VisibilityContext,
  type Widget,
  type WidgetProps,
  profileAtom,
  queryClient,
} from '../src/kit/index.ts';

/** W24: what a widget asks for while it can be seen, while it cannot, and what it leaves behind. */

const asked = vi.hoisted(() => vi.fn());
vi.mock('../src/kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

const all = Object.values(import.meta.glob<Widget>('./*/index.ts', { eager: true, import: 'default' }));
/** These show what the browser has already. */
const SILENT = new Set(['clock', 'quick-access']);
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 999, merchantId: '7' }));
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  queryClient.clear();
});

const link = { context: null, publish: () => undefined };

test('there are all of them', () => expect(all).toHaveLength(23));

test.each(all.map((widget) => [widget.id, widget] as const))('%s', async (id, widget) => {
  const Content = (await widget.load()).default as ComponentType<WidgetProps>;
  asked.mockReset();
  asked.mockRejectedValue(new CallError('The figures are lost', { code: 500, errorCode: 'internal' }));
  vi.useFakeTimers();
  const tree = (visible: boolean) => (
    <QueryClientProvider client={queryClient}>
      <VisibilityContext value={visible}>
        <Suspense>
          <Content settings={widget.defaults} height={300} openTab={() => undefined} link={link} />
        </Suspense>
      </VisibilityContext>
    </QueryClientProvider>
  );
  const hours = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * HOUR_MS));
  const { rerender, unmount } = render(tree(false));
  await hours(1);
  expect(asked).toHaveBeenCalledTimes(0);

  rerender(tree(true));
  await hours(1);
  const whileSeen = asked.mock.calls.length;
  if (SILENT.has(id)) expect(whileSeen).toBe(0);
  else expect(whileSeen).toBeGreaterThan(0);

  rerender(tree(false));
  await hours(0.01);
  const atLast = asked.mock.calls.length;
  await hours(2);
  expect(asked).toHaveBeenCalledTimes(atLast);

  unmount();
  queryClient.clear();
  expect(vi.getTimerCount()).toBe(0);
});
