import { act, cleanup, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { type ComponentType, type ReactElement, Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionAtom } from '../data/line.ts';
import { startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { part } from './part.tsx';
import { PartBoundary } from './PartBoundary.tsx';

const store = getDefaultStore();

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  store.set(connectionAtom, 'connecting');
});

function Host({ Content }: { Content: ComponentType }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <PartBoundary key={attempt} text={() => 'Orders failed'} hinted reload={() => setAttempt(attempt + 1)}>
      <Suspense fallback="coming">
        <Content />
      </Suspense>
    </PartBoundary>
  );
}
const draw = (what: ReactElement) => act(async () => void render(what));
// What comes after a fallback is shown a moment later, by React's own clock.
const pass = (milliseconds: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

it('comes by itself when the line that kept it from coming is back', async () => {
  const load = vi.fn(async () => ({ default: () => <>the list</> }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch https://…/Orders.js'));
  store.set(connectionAtom, 'offline');
  await draw(<Host Content={part(load)} />);
  await pass(400);
  expect(document.body.textContent).toContain('It comes by itself');
  expect(document.body.textContent).not.toContain('https');
  store.set(connectionAtom, 'live');
  await pass(1_000);
  await pass(400);
  expect(document.body.textContent).toBe('the list');
  expect(load).toHaveBeenCalledTimes(2);
});

it('is asked for again by hand, and says what it is that failed', async () => {
  const load = vi.fn(async () => ({ default: () => <>the list</> }));
  load.mockRejectedValueOnce(new TypeError('404'));
  store.set(connectionAtom, 'live');
  await draw(<Host Content={part(load)} />);
  await pass(400);
  expect(document.body.textContent).toContain('Orders failed');
  expect(document.body.textContent).toContain('could not be fetched');
  await pass(1_000);
  await act(async () => screen.getByRole('button').click());
  await pass(400);
  expect(document.body.textContent).toBe('the list');
});

it('shows a fault of its own once, and loads nothing again for it', async () => {
  const Faulty = () => {
    throw new Error('no such row');
  };
  const load = vi.fn(async () => ({ default: Faulty as ComponentType }));
  store.set(connectionAtom, 'offline');
  await draw(<Host Content={part(load)} />);
  await pass(400);
  expect(document.body.textContent).toContain('no such row');
  store.set(connectionAtom, 'live');
  await pass(2_000);
  expect(document.body.textContent).toContain('no such row');
  expect(load).toHaveBeenCalledTimes(1);
});

it('asks for a style sheet again that did not come', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.head.append(link);
  link.dispatchEvent(new Event('error'));
  await draw(<Host Content={part(async () => ({ default: () => <>the list</> }))} />);
  await pass(400);
  expect(link.isConnected).toBe(false);
  expect(document.head.querySelector('link[rel="stylesheet"]')).not.toBeNull();
});
