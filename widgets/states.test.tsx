import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CallError } from '../src/kit/data/CallError.ts';
import { parseProfile } from '../src/kit/data/session.ts';
import { loadAllTexts, startI18n } from '../src/kit/i18n/i18n.ts';
import { keepLocale } from '../src/kit/i18n/locale.ts';
import { type Widget, type WidgetProps, profileAtom, queryClient } from '../src/kit/index.ts';

/** What is shown instead of figures that have not come, that failed, and that are not for this person. */

const asked = vi.hoisted(() => vi.fn());
vi.mock('../src/kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

/** These show something before anything was asked. */
const OWN = new Set(['clock', 'quick-access', 'welcome']);
const all = Object.values(
  import.meta.glob<Widget>('./*/index.ts', { eager: true, import: 'default' }),
).filter(({ id }) => !OWN.has(id));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const linked = { resource: 'merchant', id: '7', merchantId: '7', source: 'other' };

/** Of a merchant's own figures that merchant is asked. */
async function show(widget: Widget, merchantId = widget.id === 'my-assets' ? '7' : undefined): Promise<void> {
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 999, merchantId }));
  const Content = (await widget.load()).default as ComponentType<WidgetProps>;
  const link = { context: linked, publish: () => undefined };
  render(
    <QueryClientProvider client={queryClient}>
      <Content settings={widget.defaults} height={300} openTab={() => undefined} link={link} />
    </QueryClientProvider>,
  );
}

test.each(all.map((widget) => [widget.id, widget] as const))('%s', async (_, widget) => {
  asked.mockImplementation(() => new Promise(() => undefined));
  await show(widget);
  expect((await screen.findByRole('status')).className).toContain('pd-state-loading');
  cleanup();
  queryClient.clear();

  asked.mockImplementation(() =>
    Promise.reject(new CallError('The figures are lost', { code: 500, errorCode: 'internal' })),
  );
  await show(widget);
  expect((await screen.findByRole('alert')).textContent).toContain('The figures are lost');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  cleanup();
  queryClient.clear();

  asked.mockImplementation(() =>
    Promise.reject(new CallError('Forbidden', { code: 403, errorCode: 'forbidden' })),
  );
  await show(widget);
  expect((await screen.findByRole('alert')).className).toContain('pd-state-forbidden');
});

test('my assets of staff are none, and nobody is asked', async () => {
  asked.mockClear();
  const widget = all.find(({ id }) => id === 'my-assets')!;
  await show(widget, '');
  expect((await screen.findByText('You hold no balances')).closest('.pd-state-empty')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});
