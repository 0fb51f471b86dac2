// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toastLogAtom } from '../ui/toast.ts';
import { type Command, commands, commandsAtom } from './registry.ts';

const undos: (() => void)[] = [];
const add = (command: Partial<Command> & { id: string }) => {
  const undo = commands.register({ label: () => command.id, run: () => undefined, ...command });
  undos.push(undo);
  return undo;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
  commands.setActiveScope(undefined);
  vi.useRealTimers();
});

describe('registration', () => {
  test('a duplicate id in one scope throws; another scope may have it', () => {
    add({ id: 'claim', scope: 'a' });
    expect(() => add({ id: 'claim', scope: 'a' })).toThrow(/claim/);
    expect(() => add({ id: 'claim', scope: 'b' })).not.toThrow();
  });

  test('the undo removes exactly what it registered, also when called twice', () => {
    const undo = add({ id: 'claim', scope: 'a' });
    undo();
    add({ id: 'claim', scope: 'a' });
    undo();
    expect(commands.find('claim', 'a')).toBeDefined();
  });

  test('listeners hear every change', () => {
    const heard = vi.fn();
    undos.push(getDefaultStore().sub(commandsAtom, heard));
    add({ id: 'claim' });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('what a panel has stays the same while others change or become the active one', () => {
    add({ id: 'claim', scope: 'a' });
    const mine = commands.inScope('a');
    const before = getDefaultStore().get(commandsAtom);
    add({ id: 'claim', scope: 'b' });
    commands.refresh('b');
    commands.setActiveScope('b');
    expect(commands.inScope('a')).toBe(mine);
    expect(getDefaultStore().get(commandsAtom)).not.toBe(before);
    commands.refresh('a');
    expect(commands.inScope('a')).not.toBe(mine);
    expect(commands.inScope('a')).toEqual(mine);
  });
});

describe('execution', () => {
  test('the active panel comes before the global command', async () => {
    const run = { panel: vi.fn(), everywhere: vi.fn() };
    add({ id: 'open', run: run.everywhere });
    add({ id: 'open', scope: 'a', run: run.panel });
    await commands.execute('open', 1);
    commands.setActiveScope('a');
    await commands.execute('open', 2);
    expect(run.everywhere.mock.calls).toEqual([[1]]);
    expect(run.panel.mock.calls).toEqual([[2]]);
  });

  test('a second call within 500 ms is ignored', async () => {
    const run = vi.fn();
    add({ id: 'settle', run });
    await commands.execute('settle');
    vi.advanceTimersByTime(499);
    await commands.execute('settle');
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await commands.execute('settle');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('a call about another row is no second click on the first', async () => {
    const run = vi.fn();
    let row = 'a';
    add({ id: 'claim', about: () => row, run: () => run(row) });
    await commands.execute('claim');
    row = 'b';
    await commands.execute('claim');
    await commands.execute('claim');
    expect(run.mock.calls).toEqual([['a'], ['b']]);
  });

  test('movement opts out of the guard', async () => {
    const run = vi.fn();
    add({ id: 'next', guard: 0, run });
    await commands.execute('next');
    await commands.execute('next');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('a refused command says why, does not run and does not start the guard', async () => {
    const run = vi.fn();
    let selected = false;
    add({ id: 'settle', when: () => selected || 'Please select orders to settle', run });
    await commands.execute('settle');
    expect(getDefaultStore().get(toastLogAtom)[0]?.text).toBe('Please select orders to settle');
    selected = true;
    await commands.execute('settle');
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('default arguments stand in, and an unknown id is an error', async () => {
    const run = vi.fn();
    add({ id: 'go', args: { view: 'x' }, run });
    await commands.execute('go');
    expect(run).toHaveBeenCalledWith({ view: 'x' });
    await expect(commands.execute('nothing')).rejects.toThrow(/nothing/);
  });
});

test('a command that waits until it is ready can be cancelled, and is asked for again afterwards', async () => {
  const run = vi.fn();
  const readies = [Promise.withResolvers<true>(), Promise.withResolvers<true>()];
  let asked = 0;
  add({ id: 'edit', scope: 'a', run, ready: () => readies[asked++]!.promise });
  expect(commands.cancelWaiting('a')).toBe(false);
  const first = commands.execute('edit', undefined, 'a');
  expect(commands.cancelWaiting('b')).toBe(false);
  expect(commands.cancelWaiting('a')).toBe(true);
  const second = commands.execute('edit', undefined, 'a');
  readies[0]!.resolve(true);
  await first;
  expect(run).not.toHaveBeenCalled();
  readies[1]!.resolve(true);
  await second;
  expect(run).toHaveBeenCalledOnce();
});
