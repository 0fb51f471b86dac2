import { expect, test, vi } from 'vitest';
import { createFreshness } from './freshness.ts';

const soon = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function made() {
  let now = 1_000;
  let revision: string | undefined = '0';
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const timers: { run: () => void; at: number }[] = [];
  const read = vi.fn(
    () => new Promise<void>((resolve, reject) => void answers.push({ resolve: () => resolve(), reject })),
  );
  const mark = vi.fn();
  const freshness = createFreshness({
    now: () => now,
    revision: () => revision,
    read,
    mark,
    later(run, ms) {
      const timer = { run, at: now + ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  });
  return {
    freshness,
    read,
    mark,
    hear: (next: string | undefined) => (revision = next),
    answer: async (at: number) => (answers[at]!.resolve(), soon()),
    refuse: async (at: number) => (answers[at]!.reject(new Error('busy')), soon()),
    async pass(ms: number) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
      await soon();
    },
    /** The last thing that was said, if anything. */
    marked: () => mark.mock.lastCall?.[0] as number | undefined,
  };
}

test('a panel that missed something is read when it is seen again, and marked only while the answer takes its time', async () => {
  const { freshness, read, hear, pass, marked, mark, answer } = made();
  freshness.set({ visible: false, connected: true });
  await pass(60_000);
  hear('1');
  freshness.set({ visible: true, connected: true });
  expect(freshness.isStale()).toBe(true);
  expect(read).toHaveBeenCalledOnce();
  await pass(100);
  expect(marked()).toBeUndefined();
  await pass(60);
  // Since it was hidden, not since it is seen.
  expect(marked()).toBe(1_000);
  await answer(0);
  expect(marked()).toBeUndefined();
  expect(freshness.isStale()).toBe(false);
  mark.mockClear();
  await pass(10_000);
  expect(mark).not.toHaveBeenCalled();
});

test('nothing is asked where nothing happened, but always of what is never heard of', async () => {
  const { freshness, read, hear } = made();
  freshness.set({ visible: false, connected: true });
  freshness.set({ visible: true, connected: true });
  expect(read).not.toHaveBeenCalled();
  expect(freshness.isStale()).toBe(false);
  hear(undefined);
  freshness.set({ visible: false, connected: true });
  freshness.set({ visible: true, connected: true });
  expect(read).toHaveBeenCalledOnce();
});

test('a line that is lost is said after two seconds, and read whatever was heard once it is back', async () => {
  const { freshness, read, pass, marked, answer } = made();
  freshness.set({ visible: true, connected: false });
  await pass(1_900);
  expect(marked()).toBeUndefined();
  await pass(200);
  expect(marked()).toBe(1_000);
  freshness.set({ visible: true, connected: true });
  // The mark stays until the rows are there.
  expect(marked()).toBe(1_000);
  expect(read).toHaveBeenCalledOnce();
  await answer(0);
  expect(marked()).toBeUndefined();
});

test('what is missed during a reading is read by the next', async () => {
  const { freshness, read, answer, hear } = made();
  freshness.set({ visible: false, connected: true });
  hear('1');
  freshness.set({ visible: true, connected: true });
  freshness.missed();
  expect(read).toHaveBeenCalledOnce();
  await answer(0);
  expect(freshness.isStale()).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
  await answer(1);
  expect(freshness.isStale()).toBe(false);
});

test('a reading that is refused is tried again, and the rows stay marked', async () => {
  const { freshness, read, pass, refuse, answer, marked } = made();
  freshness.missed();
  await refuse(0);
  await pass(200);
  expect(marked()).toBe(1_000);
  expect(read).toHaveBeenCalledOnce();
  await pass(3_000);
  expect(read).toHaveBeenCalledTimes(2);
  await answer(1);
  expect(marked()).toBeUndefined();
});

test('a hidden panel says and asks nothing', async () => {
  const { freshness, read, pass, marked } = made();
  freshness.set({ visible: true, connected: false });
  freshness.set({ visible: false, connected: false });
  freshness.set({ visible: false, connected: true });
  freshness.missed();
  await pass(60_000);
  expect(marked()).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
  freshness.set({ visible: true, connected: true });
  expect(read).toHaveBeenCalledOnce();
});
