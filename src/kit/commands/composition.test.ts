// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardComposition } from './composition.ts';

const heard = vi.fn();
let undo: () => void;
let field: HTMLInputElement;

beforeEach(() => {
  heard.mockReset();
  undo = guardComposition(window);
  document.body.innerHTML = '<input /><div tabindex="0"></div>';
  field = document.querySelector('input')!;
  // As React hears it, and as a library that captures.
  document.addEventListener('keydown', heard);
  document.addEventListener('keydown', heard, true);
});
afterEach(() => {
  undo();
  document.removeEventListener('keydown', heard);
  document.removeEventListener('keydown', heard, true);
});

function press(
  target: Element,
  key: string,
  { code229 = false, at = 0, ...init }: KeyboardEventInit & { code229?: boolean; at?: number },
): Event {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  if (code229) Object.defineProperty(event, 'keyCode', { value: 229 });
  if (at) Object.defineProperty(event, 'timeStamp', { value: at });
  target.dispatchEvent(event);
  return event;
}

const end = (at: number): void => {
  const event = new Event('compositionend', { bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  field.dispatchEvent(event);
};

test.each(['Enter', ' ', 'n', 'Escape', 'ArrowDown'])(
  '%s while something is composed is heard by nobody',
  (key) => {
    expect(press(field, key, { isComposing: true }).defaultPrevented).toBe(false);
    expect(heard).not.toHaveBeenCalled();
  },
);

test('in WebKit the key that ends a composition comes after its end, as 229', () => {
  end(1_000);
  press(field, 'Enter', { code229: true, at: 1_400 });
  expect(heard).not.toHaveBeenCalled();
});

test('the key that ends it and comes unmarked is known by the moment; the next one is a key again', () => {
  end(1_000);
  press(field, 'Enter', { at: 1_004 });
  expect(heard).not.toHaveBeenCalled();
  press(field, 'Enter', { at: 1_150 });
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a letter of a command is heard with an input method switched on, where nothing can be typed', () => {
  press(document.querySelector('div')!, 'Process', { code: 'KeyC', code229: true });
  expect(heard).toHaveBeenCalledTimes(2);
  press(field, 'Process', { code: 'KeyC', code229: true });
  expect(heard).toHaveBeenCalledTimes(2);
});
