// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { link, useLink } from './link.ts';

const order = (id: string) => ({ resource: 'collectOrder', id, merchantId: '5' });
const on = (colour: 'pink' | 'blue') => getDefaultStore().get(link.contextAtom(colour));

beforeEach(() => link.restore(undefined));

test('a late joiner finds the current context; another colour does not', () => {
  link.setColours('orders', ['pink']);
  link.publish('orders', order('1'));
  link.setColours('funds', ['pink']);
  expect(on('pink')).toMatchObject({ ...order('1'), source: 'orders' });
  expect(on('blue')).toBeNull();
});

test('a paused panel keeps what it had and publishes nothing', () => {
  link.setColours('orders', ['pink']);
  link.setColours('funds', ['pink']);
  link.publish('orders', order('1'));
  link.setPaused('funds', true);
  link.publish('orders', order('2'));
  link.publish('funds', order('3'));
  expect(link.snapshot().panels.funds?.held?.id).toBe('1');
  expect(on('pink')?.id).toBe('2');
});

test('survives being stored, and drops what it does not know', () => {
  link.setColours('orders', ['pink']);
  link.publish('orders', order('1'));
  const stored: unknown = JSON.parse(JSON.stringify(link.snapshot()));
  link.restore(undefined);
  expect(on('pink')).toBeNull();
  link.restore(stored);
  expect(on('pink')?.id).toBe('1');
  link.restore({ panels: { a: { colour: 'beige' } }, contexts: { pink: { id: 4 } } });
  expect(link.snapshot()).toEqual({ panels: {}, contexts: {} });
});

test('listeners hear colours and panels', () => {
  const heard = vi.fn();
  const undo = link.subscribe(heard);
  link.setColours('orders', ['blue']);
  link.publish('orders', order('1'));
  undo();
  link.setColours('orders', []);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a focus that the program moved replaces what the panel itself published, and nothing of others', () => {
  for (const tab of ['orders', 'funds']) link.setColours(tab, ['pink']);
  link.publish('funds', order('1'), 'own');
  expect(on('pink')).toBeNull();
  link.publish('orders', order('1'), 'ownOrNone');
  link.publish('funds', order('2'), 'ownOrNone');
  expect(on('pink')?.id).toBe('1');
  const before = on('pink');
  link.publish('orders', order('1'), 'own');
  // Nobody is moved to where they are.
  expect(on('pink')).toBe(before);
  link.publish('orders', order('3'), 'own');
  expect(on('pink')).toMatchObject({ id: '3', source: 'orders' });
});

test('of several colours a panel follows the one that moved last, and publishes on its own alone', () => {
  vi.useFakeTimers();
  link.setColours('orders', ['pink']);
  link.setColours('payouts', ['blue']);
  link.setColours('funds', ['pink', 'blue']);
  const follows = () => renderHook(() => useLink('funds')).result.current.context?.id;
  link.publish('orders', order('1'));
  vi.advanceTimersByTime(5);
  link.publish('payouts', order('2'));
  expect(follows()).toBe('2');
  link.setPaused('funds', true);
  vi.advanceTimersByTime(5);
  link.publish('orders', order('3'));
  expect(follows()).toBe('2');
  link.setPaused('funds', false);
  expect(follows()).toBe('3');
  link.publish('funds', order('4'));
  expect([on('pink')?.id, on('blue')?.id]).toEqual(['4', '2']);
  const stored: unknown = JSON.parse(JSON.stringify(link.snapshot()));
  link.restore(stored);
  expect(link.snapshot().panels.funds).toEqual({ colour: 'pink', also: ['blue'] });
  link.restore({ panels: { a: { colour: 'pink', also: ['beige'] } } });
  expect(link.snapshot().panels).toEqual({});
  vi.useRealTimers();
});
