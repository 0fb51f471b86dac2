// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { link } from './link.ts';

const order = (id: string) => ({ resource: 'collectOrder', id, merchantId: '5' });
const on = (colour: 'pink' | 'blue') => getDefaultStore().get(link.contextAtom(colour));

beforeEach(() => link.restore(undefined));

test('a late joiner finds the current context; another colour does not', () => {
  link.setColour('orders', 'pink');
  link.publish('orders', order('1'));
  link.setColour('funds', 'pink');
  expect(on('pink')).toEqual({ ...order('1'), source: 'orders' });
  expect(on('blue')).toBeNull();
});

test('a paused panel keeps what it had and publishes nothing', () => {
  link.setColour('orders', 'pink');
  link.setColour('funds', 'pink');
  link.publish('orders', order('1'));
  link.setPaused('funds', true);
  link.publish('orders', order('2'));
  link.publish('funds', order('3'));
  expect(link.snapshot().panels.funds?.held?.id).toBe('1');
  expect(on('pink')?.id).toBe('2');
});

test('survives being stored, and drops what it does not know', () => {
  link.setColour('orders', 'pink');
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
  link.setColour('orders', 'blue');
  link.publish('orders', order('1'));
  undo();
  link.setColour('orders', undefined);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a focus that the program moved replaces what the panel itself published, and nothing of others', () => {
  for (const tab of ['orders', 'funds']) link.setColour(tab, 'pink');
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
