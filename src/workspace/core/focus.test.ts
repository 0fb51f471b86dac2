import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { workspace } from './workspace.ts';
import { focusPanel, regainFocus } from './focus.ts';

const place = (id: string): HTMLElement => document.getElementById(id)!;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'performance'] });
  workspace.load(readEnvelope(operator, blankEnvelope('x')).envelope);
  document.body.innerHTML = `
    <button id="bar"></button>
    <div data-scope="orders"><button id="in-orders" data-focus-first></button></div>
    <div data-scope="funds"><button id="in-funds" data-focus-first></button></div>`;
});
afterEach(() => {
  vi.useRealTimers();
  workspace.unload();
});

test('the panel that shows next gets the focus of the one that the mouse closed', () => {
  workspace.select('funds');
  place('in-funds').focus();
  workspace.close('funds');
  document.querySelector('[data-scope="funds"]')!.remove();
  regainFocus();
  vi.advanceTimersByTime(300);
  expect(document.activeElement).toBe(place('in-orders'));
});

test('whoever is elsewhere by then stays there', () => {
  place('bar').focus();
  regainFocus();
  vi.advanceTimersByTime(300);
  expect(document.activeElement).toBe(place('bar'));
});

test.each([
  ['search', 'in-late'],
  ['text', 'find'],
])('a panel whose content comes late keeps its keys: a field of type %s', (type, at) => {
  workspace.select('funds');
  const panel = document.querySelector<HTMLElement>('[data-scope="funds"]')!;
  panel.tabIndex = -1;
  panel.innerHTML = `<input id="find" type="${type}">`;
  focusPanel('funds');
  vi.advanceTimersByTime(2_000);
  panel.insertAdjacentHTML('beforeend', '<article id="in-late" tabindex="0" data-focus-first></article>');
  vi.advanceTimersByTime(300);
  expect(document.activeElement).toBe(place(at));
});

test('a list whose rows come half a minute late has the keyboard none the less', () => {
  workspace.select('funds');
  const panel = document.querySelector<HTMLElement>('[data-scope="funds"]')!;
  panel.tabIndex = -1;
  panel.innerHTML = '<div class="ag-root" id="rows"></div>';
  focusPanel('funds');
  vi.advanceTimersByTime(30_000);
  place('rows').innerHTML = '<div id="first" row-id="1" tabindex="0"></div>';
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(place('first'));
});
