import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { setMenu } from '../../kit/data/menu.ts';
import type { ViewProps } from '../../kit/index.ts';
import Embed from './Embed.tsx';

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

beforeAll(() => startI18n(['app']));
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

it('shows no address that the menu never had', async () => {
  setMenu([], []);
  render(<Embed {...given} />);
  await screen.findByText('This page is no longer in your menu');
  expect(shown()).toBeUndefined();
});
