// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type KeyLike, chordLabel, chordsOf, parseChord } from './chord.ts';
import { attachKeys, dispatchKey, keyDocumentsAtom } from './keys.ts';
import { isTyping } from './typing.ts';
import { type Command, commands } from './registry.ts';
import { toastLogAtom } from '../ui/toast.ts';
import { getDefaultStore } from 'jotai';

const key = (key: string, code: string, held: Partial<KeyLike> = {}): KeyLike => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('chords', () => {
  test.each([
    ['Shift+S', 'shift+s'],
    ['shift+mod+K', 'mod+shift+k'],
    ['Esc', 'escape'],
    ['?', '?'],
    ['shift++', 'shift++'],
    ['cmd+enter', 'meta+enter'],
  ])('%s is %s', (given, normal) => expect(parseChord(given)).toBe(normal));

  test('a chord without a key, or with an unknown modifier, is refused', () => {
    expect(() => parseChord('shift')).toThrow();
    expect(() => parseChord('hyper+k')).toThrow();
  });

  test.each<[string, KeyLike, string]>([
    ['a letter', key('c', 'KeyC'), 'c'],
    ['shift and a letter', key('S', 'KeyS', { shiftKey: true }), 'shift+s'],
    ['a symbol made with shift', key('?', 'Slash', { shiftKey: true }), '?'],
    ['control', key('k', 'KeyK', { ctrlKey: true }), 'mod+k'],
    ['space', key(' ', 'Space'), 'space'],
    ['under a Chinese input method', key('Process', 'KeyC'), 'c'],
    ['on a Cyrillic layout', key('с', 'KeyC'), 'c'],
    ['on a Dvorak layout the letter counts, not its place', key('c', 'KeyI'), 'c'],
    ['caps lock', key('C', 'KeyC'), 'c'],
    ['a digit', key('1', 'Digit1', { altKey: true }), 'alt+1'],
  ])('%s', (_name, event, chord) => expect(chordsOf(event)).toContain(chord));

  test('the physical key never adds a second meaning to a Latin letter', () => {
    expect(chordsOf(key('c', 'KeyI'))).toEqual(['c']);
  });

  test('labels', () => {
    expect(['shift+s', 'mod+k', 'space', '?'].map(chordLabel)).toEqual(['⇧S', 'Ctrl K', 'Space', '?']);
  });
});

describe('dispatch', () => {
  const undos: (() => void)[] = [];
  const run = vi.fn();
  const add = (command: Partial<Command>) =>
    undos.push(commands.register({ id: 'x', label: () => 'x', guard: 0, run, ...command }));
  const press = (target: Element, init: KeyboardEventInit): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    target.addEventListener('keydown', (heard) => void dispatchKey(heard as KeyboardEvent), { once: true });
    target.dispatchEvent(event);
    return event;
  };

  beforeEach(() => {
    run.mockReset();
    document.body.innerHTML = `
      <div data-scope="orders"><button id="in-orders"></button><input id="text" /><input id="tick" type="checkbox" /></div>
      <div data-scope="funds"><button id="in-funds"></button></div>
      <div role="dialog"><button id="in-dialog"></button></div>
      <button id="outside"></button>
      <header><button id="in-bar"></button></header>
      <nav><button id="in-menu"></button></nav>`;
  });
  afterEach(() => {
    for (const undo of undos.splice(0)) undo();
    commands.setActiveScope(undefined);
  });
  const at = (id: string): Element => document.getElementById(id)!;

  test('a key acts in the panel where it is pressed', () => {
    const funds = vi.fn();
    add({ scope: 'orders', keys: ['c'] });
    add({ scope: 'funds', keys: ['c'], run: funds });
    commands.setActiveScope('orders');
    press(at('in-funds'), { key: 'c', code: 'KeyC' });
    expect([run.mock.calls.length, funds.mock.calls.length]).toEqual([0, 1]);
  });

  test('elsewhere it acts in the active panel', () => {
    add({ scope: 'orders', keys: ['c'] });
    commands.setActiveScope('orders');
    expect(press(at('outside'), { key: 'c', code: 'KeyC' }).defaultPrevented).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a command on rows is run by a key where its row is in sight, and else says what it would have meant', () => {
    const sight = vi.fn((isInPanel: boolean): true | string => isInPanel || 'The row is outlined now');
    add({ scope: 'orders', keys: ['c', 'g c'], sight, subject: () => 'C2611 · 1,200.00 INR · Kaveri Games' });
    commands.setActiveScope('orders');
    const [before] = getDefaultStore().get(toastLogAtom);
    for (const id of ['in-orders', 'outside']) press(at(id), { key: 'c', code: 'KeyC' });
    expect(sight.mock.calls).toEqual([[true], [false]]);
    expect(run).toHaveBeenCalledTimes(1);
    const [latest] = getDefaultStore().get(toastLogAtom);
    expect(latest).not.toBe(before);
    expect(latest).toMatchObject({
      text: 'The row is outlined now',
      description: 'C2611 · 1,200.00 INR · Kaveri Games',
    });
    // The second of two keys is pressed somewhere, too.
    press(at('in-orders'), { key: 'g', code: 'KeyG' });
    press(at('outside'), { key: 'c', code: 'KeyC' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('where nothing has the focus it acts in a panel of the window in which it is pressed', () => {
    const window = document.implementation.createHTMLDocument();
    window.body.innerHTML = '<div data-scope="payouts"></div>';
    const panel = window.body.firstElementChild as HTMLElement;
    panel.checkVisibility = () => true;
    const payouts = vi.fn();
    add({ scope: 'orders', keys: ['c'] });
    add({ scope: 'payouts', keys: ['c'], run: payouts });
    undos.push(attachKeys(window));
    commands.setActiveScope('orders');
    press(window.body, { key: 'c', code: 'KeyC' });
    expect([run.mock.calls.length, payouts.mock.calls.length]).toEqual([0, 1]);
    commands.setActiveScope('payouts');
    press(document.body, { key: 'c', code: 'KeyC' });
    expect([run.mock.calls.length, payouts.mock.calls.length]).toEqual([0, 1]);
  });

  test.each(['in-bar', 'in-menu'])('%s no letter means a row of the active panel', (id) => {
    const help = vi.fn();
    add({ scope: 'orders', keys: ['c'] });
    add({ id: 'help', keys: ['?'], run: help });
    commands.setActiveScope('orders');
    expect(press(at(id), { key: 'c', code: 'KeyC' }).defaultPrevented).toBe(false);
    press(at(id), { key: '?', code: 'Slash', shiftKey: true });
    expect([run.mock.calls.length, help.mock.calls.length]).toEqual([0, 1]);
  });

  test.each([
    ['in-orders', ' '],
    ['tick', ' '],
    ['outside', ' '],
    ['in-bar', ' '],
    ['in-orders', 'Enter'],
  ])('%s is pressed by "%s", and no verb runs', (id, name) => {
    add({ scope: 'orders', keys: ['space', 'enter'] });
    commands.setActiveScope('orders');
    const event = press(at(id), { key: name, code: name === ' ' ? 'Space' : 'Enter' });
    expect([event.defaultPrevented, run.mock.calls.length]).toEqual([false, 0]);
  });

  test('in a cell Space is about the row', () => {
    at('in-orders').outerHTML = '<div role="gridcell"><button id="in-cell"></button></div>';
    add({ scope: 'orders', keys: ['space'] });
    press(at('in-cell'), { key: ' ', code: 'Space' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('never while typing, but a chord that is no text works', () => {
    add({ scope: 'orders', keys: ['c'] });
    add({ id: 'palette', keys: ['mod+k'] });
    expect(press(at('text'), { key: 'c', code: 'KeyC' }).defaultPrevented).toBe(false);
    expect(run).not.toHaveBeenCalled();
    press(at('text'), { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test.each(['c', 'a', 'z'])('control and %s belong to the text field', (letter) => {
    add({ scope: 'orders', keys: [`mod+${letter}`] });
    const event = press(at('text'), { key: letter, code: `Key${letter.toUpperCase()}`, ctrlKey: true });
    expect([event.defaultPrevented, run.mock.calls.length]).toEqual([false, 0]);
    press(at('in-orders'), { key: letter, code: `Key${letter.toUpperCase()}`, ctrlKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a tick box is not typing', () => {
    add({ scope: 'orders', keys: ['c'] });
    press(at('tick'), { key: 'c', code: 'KeyC' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a held key runs once, unless the command repeats', () => {
    add({ scope: 'orders', keys: ['c'] });
    add({ id: 'next', scope: 'orders', keys: ['j'], repeat: true });
    press(at('in-orders'), { key: 'c', code: 'KeyC', repeat: true });
    expect(run).not.toHaveBeenCalled();
    press(at('in-orders'), { key: 'j', code: 'KeyJ', repeat: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('a dialog keeps the keys of the panel behind it', () => {
    add({ scope: 'orders', keys: ['c'] });
    commands.setActiveScope('orders');
    press(at('in-dialog'), { key: 'c', code: 'KeyC' });
    expect(run).not.toHaveBeenCalled();
  });

  test('a dialog over the page lets no command through that works behind it', () => {
    add({ keys: ['alt+w'] });
    press(at('in-dialog'), { key: 'w', code: 'KeyW', altKey: true });
    expect(run).not.toHaveBeenCalled();
    add({ id: 'open', keys: ['mod+k'], overDialogs: true });
    press(at('in-dialog'), { key: 'k', code: 'KeyK', ctrlKey: true });
    press(at('in-orders'), { key: 'w', code: 'KeyW', altKey: true });
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('while the focus is nowhere, what is open keeps the letters, and Esc gets through to close it', () => {
    const back = vi.fn();
    add({ scope: 'orders', keys: ['c'] });
    add({ id: 'back', scope: 'orders', keys: ['escape'], run: back });
    commands.setActiveScope('orders');
    press(document.body, { key: 'c', code: 'KeyC' });
    press(document.body, { key: 'Escape', code: 'Escape' });
    expect([run.mock.calls.length, back.mock.calls.length]).toEqual([0, 1]);
    document.querySelector('[role="dialog"]')!.replaceChildren();
    press(document.body, { key: 'c', code: 'KeyC' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('what someone else has handled, or an input method composes, is left alone', () => {
    add({ scope: 'orders', keys: ['c'] });
    const event = new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', cancelable: true });
    event.preventDefault();
    expect(dispatchKey(event)).toBe(false);
  });
});

test('a pop-out is heard until undone, and not twice', () => {
  const popout = document.implementation.createHTMLDocument();
  const undo = attachKeys(popout);
  expect(() => attachKeys(popout)).toThrow();
  undo();
  expect(getDefaultStore().get(keyDocumentsAtom)).not.toContain(popout);
});

test('typing is known by element, role and editing', () => {
  const make = (html: string): Element => {
    document.body.innerHTML = html;
    return document.body.firstElementChild!;
  };
  expect(isTyping(make('<textarea></textarea>'))).toBe(true);
  expect(isTyping(make('<div role="textbox"></div>'))).toBe(true);
  expect(isTyping(make('<input type="radio" />'))).toBe(false);
  expect(isTyping(make('<button></button>'))).toBe(false);
});
