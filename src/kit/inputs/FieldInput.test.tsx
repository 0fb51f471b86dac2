import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  date,
  dict,
  type Field,
  flag,
  int,
  json,
  money,
  rate,
  secret,
  text,
} from '../../../contract/field.ts';
import { loadAllTexts, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { FieldInput } from './FieldInput.tsx';
import { loadInputs } from './loaded.ts';
import type { InputProps } from './input.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  await loadInputs();
});
afterEach(cleanup);

function draw(field: Field, given: Omit<InputProps, 'field'> = {}) {
  const onChange = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <label htmlFor="at">At</label>
      <FieldInput field={field} id="at" onChange={onChange} {...given} />
    </QueryClientProvider>,
  );
  return { control: document.querySelector<HTMLInputElement>('#at')!, onChange };
}

test.each<[string, Field, unknown, string, unknown]>([
  ['text', text(), 'Orbit', 'Orbit Travel', 'Orbit Travel'],
  ['a reference pasted with blanks', text({ pattern: '[0-9]{12}' }), '', ' 4312 7884 1920 ', '431278841920'],
  ['a hash pasted with blanks', text({ mono: true }), '', ' ab12 ', 'ab12'],
  ['several lines', text({ max: 500 }), 'a', 'a\nb', 'a\nb'],
  ['a secret', secret(), '', 'key', 'key'],
  ['money', money(), '18400.00', '18400.10', '18400.10'],
  ['a rate', rate(), '0.018', '0.02', '0.02'],
  ['a whole number', int(), 3, '12', 12],
  ['no number', int(), 3, '', undefined],
  ['JSON', json(), '{}', '{"a":1}', '{"a":1}'],
])('%s is shown, and what is typed is what a write carries', (_name, field, value, typed, written) => {
  const { control, onChange } = draw(field, { value });
  expect(control.value).toBe(String(value));
  fireEvent.change(control, { target: { value: typed } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith(written);
});

test.each<[string, Field]>([
  ['text', text()],
  ['money', money()],
  ['int', int()],
  ['flag', flag()],
  ['secret', secret()],
  ['json', json()],
  ['dict', dict('currency')],
  ['date', date()],
])('an input of kind %s can be disabled, and points at what is wrong with it', (_kind, field) => {
  const { control } = draw(field, { disabled: true, error: 'wrong' });
  expect(control.disabled).toBe(true);
  expect(control.getAttribute('aria-describedby')).toBe('wrong');
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test('a day stays a day, an instant is the wall clock of the zone', () => {
  const day = draw(date(), { value: '2026-11-25' });
  expect(day.control.value).toBe('2026-11-25');
  fireEvent.change(day.control, { target: { value: '2026-11-26' } });
  expect(day.onChange).toHaveBeenCalledExactlyOnceWith('2026-11-26');
});

test('money names the currency that the form has chosen', () => {
  const { control } = draw(money(), { value: '1', values: { currency: 'INR' } });
  expect(control.parentElement?.textContent).toBe('INR');
});

test('a secret is written blind until its button is pressed', () => {
  const { control } = draw(secret(), { value: 'key' });
  expect(control.type).toBe('password');
  fireEvent.click(screen.getByRole('button'));
  expect(control.type).toBe('text');
});

test('a password is on one line however long it may be, what is pasted as a file is not', () => {
  expect(draw(secret({ max: 512 }), { value: 'key' }).control.type).toBe('password');
  cleanup();
  expect(draw(secret({ max: 65_536 }), { value: 'key' }).control.tagName).toBe('TEXTAREA');
});

test('a definition says how its items are shown, whatever the form would do', () => {
  const { onChange } = draw(dict('yesNoEnum', { render: 'checkbox' }), {
    id: 'tick',
    render: 'radio',
    value: 2,
  });
  const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Yes' });
  expect(tick.checked).toBe(false);
  fireEvent.click(tick);
  expect(onChange.mock.calls).toEqual([[1]]);
  draw(dict('statusEnum', { render: 'tag' }), { id: 'tags', value: 1 });
  const [on, off] = screen.getAllByRole<HTMLInputElement>('radio');
  expect([on?.checked, off?.checked]).toEqual([true, false]);
  expect(on?.closest('label')?.querySelector('.pd-tag-success')).not.toBeNull();
  // Three cannot be one tick.
  draw(dict('menuTypeEnum', { render: 'checkbox' }), { id: 'three' });
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});

test('few items are laid out, more are listed', () => {
  const { onChange } = draw(dict('statusEnum'), { id: 'few', render: 'radio' });
  fireEvent.click(screen.getByLabelText('Disabled'));
  expect(onChange.mock.calls).toEqual([[expect.any(Number)]]);
  draw(dict('fundTypeEnum'), { id: 'many', render: 'radio', error: 'why' });
  const list = screen.getByRole('button');
  expect([list.id, list.getAttribute('aria-describedby')]).toEqual(['many', 'why']);
});

test('several of a few are ticked, whatever the order, and none is nothing', () => {
  const field = json({ several: { choices: ['call', 'mail', 'post'] } });
  const choiceText = (value: string) => value.toUpperCase();
  const { onChange } = draw(field, { value: ['post'], choiceText });
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box('POST').checked, box('CALL').checked]).toEqual([true, false]);
  fireEvent.click(box('CALL'));
  fireEvent.click(box('POST'));
  expect(onChange.mock.calls).toEqual([[['call', 'post']], [undefined]]);
  cleanup();
  draw(json({ several: { dict: 'statusEnum' } }), { value: [1] });
  expect([box('Enabled').checked, box('Disabled').checked]).toEqual([true, false]);
});
