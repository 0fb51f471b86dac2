// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getDefaultStore } from 'jotai';
import { parseKeymap, setKeymap } from './keymap.ts';
import { begunAtom, dispatchKey } from './keys.ts';
import { type Command, commands } from './registry.ts';

vi.mock('../data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.resolve({ version: 1 }),
}));

const undos: (() => void)[] = [];
const run = vi.fn();
const add = (command: Partial<Command> & { id: string }) =>
  undos.push(
    commands.register({ label: () => command.id, guard: 0, run: () => run(command.id), ...command }),
  );
const press = (key: string, init: KeyboardEventInit = {}): boolean => {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...init });
  document.body.addEventListener('keydown', (heard) => void dispatchKey(heard), { once: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  for (const undo of undos.splice(0)) undo();
  setKeymap({});
  run.mockReset();
});

test('a registered command has the keys of the person, and its own again without them', () => {
  add({ id: 'settle', keys: ['s'] });
  setKeymap({ settle: ['mod+j'] });
  expect(commands.find('settle')?.keys).toEqual(['mod+j']);
  press('s');
  expect(run).not.toHaveBeenCalled();
  press('j', { ctrlKey: true });
  expect(run).toHaveBeenCalledTimes(1);
  setKeymap({ settle: [] });
  expect(press('j', { ctrlKey: true })).toBe(false);
  setKeymap({});
  press('s');
  expect(run).toHaveBeenCalledTimes(2);
});

test('a command that comes later has them too', () => {
  setKeymap({ late: ['l'] });
  add({ id: 'late', keys: ['k'] });
  press('l');
  expect(run.mock.calls).toEqual([['late']]);
});

test('keys pressed in turn', () => {
  add({ id: 'orders', keys: ['g o'] });
  add({ id: 'payouts', keys: ['g p'] });
  add({ id: 'o', keys: ['o'] });
  expect(press('g')).toBe(true);
  expect(getDefaultStore().get(begunAtom)?.keys).toBe('g');
  press('Shift', { shiftKey: true });
  press('o');
  press('o');
  expect(run.mock.calls).toEqual([['orders'], ['o']]);
});

test('a second key that nothing follows by is no key of its own', () => {
  add({ id: 'orders', keys: ['g o'] });
  add({ id: 'claim', keys: ['c'] });
  press('g');
  expect(press('c')).toBe(true);
  expect(run).not.toHaveBeenCalled();
  press('c');
  expect(run.mock.calls).toEqual([['claim']]);
});

test('the wait for the second key ends by itself', () => {
  add({ id: 'orders', keys: ['g o'] });
  add({ id: 'o', keys: ['o'] });
  press('g');
  vi.advanceTimersByTime(3_000);
  press('o');
  expect(run.mock.calls).toEqual([['o']]);
});

test.each([
  [null, {}],
  [[], {}],
  [{ settle: 'c' }, {}],
  [{ settle: ['hyper+c'] }, {}],
  [{ settle: ['g o p'] }, {}],
  [{ '__proto__ x': ['c'] }, {}],
  [{ settle: ['Shift+S', 'Mod+K mod+s'] }, { settle: ['shift+s', 'mod+k mod+s'] }],
  [{ settle: [] }, { settle: [] }],
])('reads %j', (raw, keymap) => expect(parseKeymap(raw)).toEqual(keymap));
