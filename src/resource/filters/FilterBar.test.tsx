import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { FilterEditor } from './editors.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filters } from './model.ts';

const onChange = vi.fn();
const onEnter = vi.fn();
const draw = (filters: Filters, always: readonly string[] = []): void =>
  void render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FilterBar
        resource={collectOrder}
        filters={filters}
        onChange={onChange}
        onEnter={onEnter}
        always={always}
        label={(field) => field}
        hint="any number"
      />
    </QueryClientProvider>,
  );

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['grid']);
  vi.resetAllMocks();
});
afterEach(cleanup);

test('the button that clears goes with the filters, so the keyboard goes to the rows', () => {
  draw({ anyId: 'C26' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(onChange.mock.calls).toEqual([[{}]]);
  expect(onEnter.mock.calls).toEqual([[false]]);
});

test('so does the one that looks everywhere', () => {
  draw({ anyId: 'C26', settled: true });
  fireEvent.click(screen.getByRole('button', { name: /within 1 more filter/ }));
  expect(onChange.mock.calls).toEqual([[{ anyId: 'C26' }]]);
  expect(onEnter.mock.calls).toEqual([[false]]);
});

test('a time range that ends before it begins is said at its end, and the list keeps what it shows', () => {
  const value = { from: '2026-11-20T04:30:00.000Z' };
  render(
    <FilterEditor
      field={collectOrder.fields.createdAt}
      value={value}
      onChange={onChange}
      close={() => undefined}
    />,
  );
  const until = screen.getByLabelText<HTMLInputElement>('Until');
  fireEvent.change(until, { target: { value: '2026-11-19 09:00' } });
  expect(screen.getByRole('alert').textContent).toBe('Must not be before the beginning');
  expect(until.value).toBe('2026-11-19 09:00');
  expect(until.getAttribute('aria-invalid')).toBe('true');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(until, { target: { value: '2026-11-21 09:00' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onChange).toHaveBeenCalledOnce();
});
