// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

/** The module as a reload brings it up. */
const reload = () => import('./toast.ts');

test('a reload keeps the messages of the session, in order, with ids that go on', async () => {
  const before = await reload();
  before.toast.warning('one');
  before.toast.error('two', { action: { label: 'x', run: () => undefined } });
  vi.resetModules();
  const after = await reload();
  after.toast.info('three');
  const log = getDefaultStore().get(after.toastLogAtom);
  expect(log.map(({ text }) => text)).toEqual(['three', 'two', 'one']);
  expect(new Set(log.map(({ id }) => id)).size).toBe(3);
  expect(log[1]).not.toHaveProperty('action');
});

test('the end of the session forgets them, and nonsense in the store is none', async () => {
  const { forgetToasts, toast } = await reload();
  toast.info('secret');
  forgetToasts();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret');
  sessionStorage.setItem('paydesk:messages', '[{"id":"x"},7,null]');
  vi.resetModules();
  const { toastLogAtom } = await reload();
  expect(getDefaultStore().get(toastLogAtom)).toEqual([]);
});
