import { act, cleanup, render, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockedAtom } from '../data/call.ts';
import { startI18n } from '../i18n/i18n.ts';
import { AntRoot } from './AntRoot.tsx';
import { forgetToasts, toast, toastLogAtom } from './toast.ts';

const store = getDefaultStore();
const lock = (locked: boolean) => act(async () => store.set(lockedAtom, locked));
const shownText = () => document.body.textContent;

// The first to ask for it waits for the UI kit as well, which takes seconds on a busy machine.
beforeAll(() => import('./Toasts.tsx'));
beforeEach(() => startI18n(['app']));
afterEach(() => {
  cleanup();
  forgetToasts();
  store.set(lockedAtom, false);
});

test('a locked screen holds no message; what stays and what came meanwhile is shown afterwards', async () => {
  render(<AntRoot>workspace</AntRoot>);
  await act(async () => {
    toast.success('claimed', { description: 'C1 · 500.00 INR' });
    toast.warning('unanswered', { key: 'u', duration: 0 });
    toast.warning('closed', { key: 'c', duration: 0 });
    toast.success('closed', { key: 'c' });
  });
  // the messages' own file comes after the workspace, and shows the messages from before it
  await waitFor(() => expect(shownText()).toContain('500.00'));
  await lock(true);
  expect(shownText()).toBe('workspace');
  await act(async () => toast.success('exported'));
  expect(shownText()).toBe('workspace');
  await lock(false);
  expect(shownText()).toContain('unanswered');
  expect(shownText()).toContain('exported');
  expect(shownText()).not.toContain('500.00');
  expect(shownText()).not.toContain('closed');
  expect(store.get(toastLogAtom)).toHaveLength(5);
});
