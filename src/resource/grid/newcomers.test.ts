import { expect, it, vi } from 'vitest';
import { type NewcomerPorts, createNewcomers } from './newcomers.ts';

/** A clock that stands still until it is moved; a read takes `tookMs` of it. */
function list(change: Partial<NewcomerPorts> = {}, tookMs = 0) {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  const [read, show, wait] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(count: number) => void>()];
  const later = (run: () => void, ms: number) => {
    const timer = { at: now + ms, run };
    due.push(timer);
    return () => void (due = due.filter((each) => each !== timer));
  };
  const ports: NewcomerPorts = {
    isNew: () => true,
    isStill: () => true,
    isEager: () => false,
    isFollowing: () => true,
    read,
    prepare: () => new Promise((resolve) => void later(() => resolve(show), tookMs)),
    wait,
    faded: () => undefined,
    now: () => now,
    later,
    ...change,
  };
  const newcomers = createNewcomers(ports);
  read.mockImplementation(() => newcomers.reset());
  show.mockImplementation(() => newcomers.reset());
  return {
    read,
    show,
    wait,
    newcomers,
    async pass(ms: number) {
      now += ms;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { run } of ready) run();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
const row = (id: string) => ({ id });

it('lets rows in at its pace, and marks them for a moment', async () => {
  const { show, newcomers, pass } = list();
  newcomers.count([row('1')]);
  await pass(0);
  expect(show).toHaveBeenCalledTimes(1);
  newcomers.arrived([row('1'), row('0')]);
  expect([newcomers.isRecent('1'), newcomers.isRecent('0')]).toEqual([true, false]);
  newcomers.count([row('2')]);
  newcomers.count([row('3')]);
  await pass(1_000);
  expect(newcomers.isRecent('1')).toBe(false);
  expect(show).toHaveBeenCalledTimes(1);
  await pass(1_000);
  await pass(0);
  expect(show).toHaveBeenCalledTimes(2);
  newcomers.arrived([row('3'), row('2')]);
  expect(newcomers.isRecent('3')).toBe(true);
});

it('is rarer where a read takes long', async () => {
  const { show, newcomers, pass } = list({}, 3_000);
  newcomers.count([row('1')]);
  await pass(3_000);
  expect(show).toHaveBeenCalledTimes(1);
  newcomers.count([row('2')]);
  await pass(14_000);
  await pass(3_000);
  expect(show).toHaveBeenCalledTimes(1);
  await pass(3_000);
  expect(show).toHaveBeenCalledTimes(2);
});

it('leaves on screen what somebody began to read while the rows were on their way', async () => {
  let following = true;
  const { show, wait, newcomers, pass } = list({ isFollowing: () => following }, 500);
  newcomers.count([row('1')]);
  following = false;
  await pass(500);
  expect(show).not.toHaveBeenCalled();
  expect(wait).toHaveBeenLastCalledWith(1);
});

it('shows nothing of a list that was read again meanwhile', async () => {
  const { show, newcomers, pass } = list({}, 500);
  newcomers.count([row('1')]);
  newcomers.reset();
  await pass(500);
  expect(show).not.toHaveBeenCalled();
});

it('counts them while somebody reads, and lets them in afterwards', async () => {
  let following = false;
  const { show, wait, newcomers, pass } = list({ isFollowing: () => following });
  newcomers.count([row('1'), row('2')]);
  newcomers.counted(5);
  expect(wait.mock.calls).toEqual([[2], [5]]);
  following = true;
  newcomers.offer();
  await pass(0);
  expect(show).toHaveBeenCalledTimes(1);
});

it('reads at once where it is eager, and never where the list is scrolled', async () => {
  const eager = list({ isEager: () => true, isFollowing: () => false });
  eager.newcomers.count([row('1')]);
  expect(eager.read).toHaveBeenCalledTimes(1);
  const scrolled = list({ isStill: () => false, isEager: () => true });
  scrolled.newcomers.count([row('1')]);
  await scrolled.pass(60_000);
  expect(scrolled.read).not.toHaveBeenCalled();
  expect(scrolled.wait).toHaveBeenLastCalledWith(1);
});

it('waits for nobody who is away', async () => {
  const { show, newcomers, pass } = list();
  newcomers.count([row('1')]);
  await pass(0);
  newcomers.count([row('2')]);
  newcomers.stop();
  await pass(60_000);
  expect(show).toHaveBeenCalledTimes(1);
});
