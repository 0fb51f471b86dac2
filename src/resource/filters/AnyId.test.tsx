import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { AnyId } from './AnyId.tsx';

const onChange = vi.fn();
const onEnter = vi.fn();
const draw = (value: string): HTMLInputElement => {
  render(<AnyId value={value} onChange={onChange} onEnter={onEnter} hint="any number" />);
  return screen.getByRole('searchbox');
};

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['grid']);
  vi.resetAllMocks();
});
afterEach(cleanup);

test.each(['Enter', 'ArrowDown'])('%s asks for what is typed and goes to the first row', (key) => {
  const box = draw('');
  fireEvent.change(box, { target: { value: ' C26 ' } });
  fireEvent.keyDown(box, { key });
  expect(onChange.mock.calls).toEqual([['C26']]);
  expect(onEnter.mock.calls).toEqual([[true]]);
});

test('what is there already is not asked for again', () => {
  fireEvent.keyDown(draw('C26'), { key: 'Enter' });
  expect(onChange).not.toHaveBeenCalled();
  expect(onEnter.mock.calls).toEqual([[true]]);
});

test('Esc empties it, goes back to the row of before and closes nothing else', () => {
  const box = draw('C26');
  expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false);
  expect(onChange.mock.calls).toEqual([['']]);
  expect(onEnter.mock.calls).toEqual([[false]]);
});

test('Enter that ends a composed word stays', () => {
  const box = draw('');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(onEnter).not.toHaveBeenCalled();
});
