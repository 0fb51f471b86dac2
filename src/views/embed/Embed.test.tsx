import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chooseLocale, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { setMenu } from '../../kit/data/menu.ts';
import type * as kit from '../../kit/index.ts';
import type { ViewProps } from '../../kit/index.ts';
import { setPreferences } from '../../kit/preferences.ts';
import Embed from './Embed.tsx';

vi.mock('../../kit/index.ts', async (load) => ({
  ...(await load<typeof kit>()),
  issuePass: () => Promise.resolve(),
}));

const URL = 'https://rates.example.com/board';
const entry = (url: string) => ({
  name: 'plugin.rates.board',
  path: '/plugins/rates/board',
  type: 2,
  meta: { isLink: url, isIframe: true, title: 'Board' },
});
const given: ViewProps = {
  tabId: 'page',
  args: { url: URL, title: 'Board' },
  state: null,
  saveState: () => undefined,
  active: true,
  visible: true,
};
const shown = () => document.querySelector('iframe')?.src;

beforeAll(() => {
  keepLocale('en');
  return startI18n(['app', 'menu']);
});
afterEach(cleanup);

it('shows a page while the menu has it, and closes it when the menu loses it', async () => {
  setMenu([entry(URL)], []);
  render(<Embed {...given} />);
  await screen.findByTitle(/Board/);
  expect(shown()).toBe(URL);
  act(() => setMenu([entry('https://elsewhere.example.com/')], []));
  expect(shown()).toBeUndefined();
  expect(screen.getByText('This page is no longer in your menu')).toBeTruthy();
});

it('is called as the menu calls it, in the language on screen, and by no address of the page', async () => {
  const page = { ...entry('/board'), meta: { ...entry('/board').meta, titleKey: 'sysJobDashboard' } };
  setMenu([page], []);
  const setTitle = vi.fn();
  const setArgs = vi.fn();
  const { rerender } = render(
    <Embed
      {...given}
      args={{ url: '/board', title: 'sysJobDashboard' }}
      setTitle={setTitle}
      setArgs={setArgs}
    />,
  );
  await waitFor(() => expect(setTitle).toHaveBeenLastCalledWith('Job board'));
  // What names it is its address alone: a panel stored with a title is the same page.
  expect(setArgs).toHaveBeenLastCalledWith({ url: '/board' });
  await act(() => chooseLocale('zh-cn'));
  rerender(<Embed {...given} args={{ url: '/board' }} setTitle={setTitle} setArgs={setArgs} />);
  await waitFor(() => expect(setTitle).toHaveBeenLastCalledWith('任务看板'));
  await act(() => chooseLocale('en'));
});

it('has the board of jobs drawn in the language and theme on screen', async () => {
  const page = { ...entry('/schedule'), meta: { ...entry('/schedule').meta, titleKey: 'sysJobDashboard' } };
  setMenu([page], []);
  setPreferences({ theme: 'light', timeZone: 'Asia/Tokyo' });
  await act(() => chooseLocale('zh-tw'));
  render(<Embed {...given} args={{ url: '/schedule' }} />);
  await waitFor(() => expect(shown()).toMatch(/\/schedule\?lang=zh-tw&zone=Asia%2FTokyo&theme=light$/));
  act(() => setPreferences({ theme: 'dark' }));
  expect(shown()).toMatch(/&theme=dark$/);
  await act(() => chooseLocale('en'));
});

it('shows no address that the menu never had', async () => {
  setMenu([], []);
  render(<Embed {...given} />);
  await screen.findByText('This page is no longer in your menu');
  expect(shown()).toBeUndefined();
});
