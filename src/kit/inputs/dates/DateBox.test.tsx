import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import { keepLocale } from '../../i18n/locale.ts';
import { DateBox } from './DateBox.tsx';

const onChange = vi.fn();
const onSheet = vi.fn();

function Held({ start = '', time = true, end = false }: { start?: string; time?: boolean; end?: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <div role="presentation" onKeyDown={({ key }) => key === 'Enter' && onSheet()}>
      <label htmlFor="at">At</label>
      <DateBox
        id="at"
        label="At"
        value={value}
        time={time}
        end={end}
        onChange={(wall) => {
          onChange(wall);
          setValue(wall ?? '');
        }}
      />
    </div>
  );
}
const box = () => screen.getByLabelText<HTMLInputElement>('At');
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['grid']);
  vi.resetAllMocks();
});
afterEach(cleanup);

test('what is typed is taken as the box is left, and shows as what it was taken for', () => {
  render(<Held end />);
  type('25.11.2026');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(box());
  expect(onChange.mock.calls).toEqual([['2026-11-26T00:00']]);
  expect(box().value).toBe('2026-11-25 24:00');
});

test('Enter shows first what a short text means, and only then reaches the sheet', () => {
  render(<Held />);
  type('2026-11-2');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(box().value).toBe('2026-11-02 00:00');
  expect(onSheet).not.toHaveBeenCalled();
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(onSheet).toHaveBeenCalledOnce();
});

test('a text that names no date stays, and the box says what to write', () => {
  render(<Held start="2026-11-25T10:00" />);
  type('soon');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toContain('Not a time');
  expect(box().value).toBe('soon');
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(onChange).not.toHaveBeenCalled();
  expect(onSheet).not.toHaveBeenCalled();
  type('');
  fireEvent.blur(box());
  expect(onChange.mock.calls).toEqual([[undefined]]);
});

test('the arrows move the day, within the time the hour, PageUp and PageDown the month', () => {
  render(<Held start="2026-11-30T23:30" />);
  box().setSelectionRange(0, 0);
  fireEvent.keyDown(box(), { key: 'ArrowUp' });
  expect(box().value).toBe('2026-12-01 23:30');
  box().setSelectionRange(13, 13);
  fireEvent.keyDown(box(), { key: 'ArrowUp' });
  expect(box().value).toBe('2026-12-02 00:30');
  fireEvent.keyDown(box(), { key: 'PageUp' });
  expect(box().value).toBe('2026-11-02 00:30');
});
