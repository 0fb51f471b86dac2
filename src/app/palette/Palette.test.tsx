// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Command, commands } from '../../kit/commands/registry.ts';
import { setUserSetting } from '../../kit/data/userSetting.ts';
import { queryClient } from '../../kit/data/query.ts';
import { startI18n, translate } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { Palette } from './Palette.tsx';

vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (_path: string, _body: unknown, { query }: { query: { q: string } }) =>
    query.q === 'Orb' ? [{ resource: 'merchant', id: '7', label: 'Orbit Travel', hint: 'M-7' }] : [],
}));

const undos: (() => void)[] = [];
const run = vi.fn();
const close = vi.fn();

beforeAll(() => {
  keepLocale('en');
  return startI18n(['app']);
});
afterEach(() => {
  cleanup();
  for (const undo of undos.splice(0)) undo();
  setUserSetting('palette.recent', []);
  run.mockReset();
  close.mockReset();
});

function open(...list: readonly (Partial<Command> & { id: string })[]) {
  for (const command of list)
    undos.push(
      commands.register({ label: () => command.id, guard: 0, run: () => run(command.id), ...command }),
    );
  render(
    <QueryClientProvider client={queryClient}>
      <Palette close={close} />
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox');
}

const named = (...ids: string[]) => ids.map((id) => ({ id }));
const active = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '');
const press = (key: string, held: object = {}) =>
  fireEvent.keyDown(screen.getByRole('combobox'), { key, ...held });

test('arrows go round the ends, Home and End to them, and Enter runs what is active', () => {
  open(...named('Alpha', 'Beta', 'Gamma'));
  expect(active()?.textContent).toBe('Alpha');
  press('ArrowUp');
  expect(active()?.textContent).toBe('Gamma');
  press('ArrowDown');
  press('ArrowDown');
  expect(active()?.textContent).toBe('Beta');
  press('End');
  press('Home');
  press('j', { ctrlKey: true });
  expect(active()?.textContent).toBe('Beta');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Beta');
  press('Enter');
  expect(run.mock.calls).toEqual([['Beta']]);
});

test('what may not be done now is last, greyed, and no key goes there', () => {
  open({ id: 'Alpha', when: () => 'Select an order' }, ...named('Beta'));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Beta',
    'AlphaSelect an order',
  ]);
  press('ArrowDown');
  expect(active()?.textContent).toBe('Beta');
  fireEvent.click(screen.getByText('Alpha'));
  expect(run).not.toHaveBeenCalled();
});

test('another text makes the best match active, and Enter while composing does nothing', () => {
  const box = open(...named('Alpha', 'Beta', 'Alphabet'));
  press('End');
  fireEvent.change(box, { target: { value: 'bet' } });
  expect(active()?.textContent).toBe('Beta');
  press('Enter', { isComposing: true });
  expect(run).not.toHaveBeenCalled();
  fireEvent.change(box, { target: { value: 'zz' } });
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(box.getAttribute('aria-activedescendant')).toBeNull();
});

test('the pointer makes a row active; what the server finds later takes its place', async () => {
  const box = open(...named('Orbit one', 'Orbit two'));
  fireEvent.change(box, { target: { value: 'Orb' } });
  fireEvent.pointerMove(screen.getByText('Orbit two'));
  expect(active()?.textContent).toBe('Orbit two');
  await waitFor(() => expect(active()?.textContent).toContain('Orbit Travel'));
  expect(document.querySelector('.palette-heading')?.textContent).toBe(translate('app:palette.found'));
});

test('of 2,000 commands few are mounted, and End reaches the last one', async () => {
  open(...Array.from({ length: 2_000 }, (_, index) => ({ id: `Command ${index}` })));
  expect(screen.getAllByRole('option').length).toBeLessThan(60);
  press('End');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(active()?.textContent).toBe('Command 1999');
  expect(active()?.getAttribute('aria-posinset')).toBe('2000');
  expect(active()?.getAttribute('aria-setsize')).toBe('2000');
  expect(screen.getAllByRole('option').length).toBeLessThan(60);
});

test('what was chosen last comes first the next time', () => {
  open(...named('Alpha', 'Beta'));
  press('End');
  press('Enter');
  cleanup();
  open();
  expect(active()?.textContent).toBe('Beta');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Beta', 'Alpha']);
  expect(document.querySelector('.palette-heading')?.textContent).toBe(translate('app:palette.recent'));
});
