import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WidgetHostContext, queryClient } from '../../src/kit/index.ts';
import { loadAllTexts, startI18n } from '../../src/kit/i18n/i18n.ts';
import { keepLocale } from '../../src/kit/i18n/locale.ts';
import Notices from './Notices.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../src/kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

const UNREAD = 13;
const all = Array.from({ length: 20 }, (_, at) => ({
  id: String(at),
  title: `Notice ${at}`,
  content: '',
  type: 1,
  publisher: 'Paydesk',
  publishedAt: '2026-11-22T08:00:00Z',
  readStatus: at < 20 - UNREAD ? 1 : 0,
}));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  asked.mockImplementation(async (path: string, { limit, id }: { limit: number; id: string }) => {
    if (path === 'sysNotice/mine') return structuredClone(all.slice(0, limit));
    all.find((notice) => notice.id === id)!.readStatus = 1;
    return true;
  });
});
afterEach(cleanup);

test('the tile counts every unread notice, also those that it does not show', async () => {
  const note = vi.fn();
  const given: Parameters<typeof Notices>[0] = {
    settings: { shown: 10 },
    height: 200,
    openTab: () => undefined,
    link: { context: null, publish: () => undefined },
  };
  render(
    <QueryClientProvider client={queryClient}>
      <WidgetHostContext
        value={{ report: () => undefined, note, days: () => undefined, figures: () => undefined }}
      >
        <Notices {...given} />
      </WidgetHostContext>
    </QueryClientProvider>,
  );
  await screen.findByText('Notice 0');
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await waitFor(() => expect(note).toHaveBeenLastCalledWith('13 unread'));

  const bell = ['live', 'sysNotice/mine', { limit: 10 }];
  queryClient.setQueryData(bell, []);
  fireEvent.click(screen.getByText('Notice 7'));
  await waitFor(() => expect(note).toHaveBeenLastCalledWith('12 unread'));
  expect(queryClient.getQueryState(bell)?.isInvalidated).toBe(true);
});
