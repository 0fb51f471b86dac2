// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CountCheck } from '../../../contract/calls.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { pendingOf } from './pending.ts';
import { wordsOf } from './texts.ts';
import type { Actions } from './useActions.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

const words = wordsOf(collectOrder);
const BY_ROWS: CountCheck = { count: 1234, over: { rows: 500 }, holdSeconds: 10 };

function open(action: 'batchSettle' | 'overrule', countCheck: CountCheck) {
  const commit = vi.fn((_input?: Record<string, unknown>, _confirmed?: number) => Promise.resolve(true));
  const actions = {
    names: [action],
    resource: collectOrder,
    get: () => collectOrder.actions[action],
    look: () => Promise.resolve(),
    judge: () => Promise.resolve(),
    against: () => Promise.resolve({}),
    mend: () => undefined,
    commit,
  } as unknown as Actions;
  const opened = pendingOf(action, { target: { ids: ['1', '2'] }, count: 1234, rows: [] });
  const preview = { done: ['1'], refused: [], total: 1234, previewDigests: {}, countCheck };
  const sheet = (ready: boolean) => (
    <ActionSheet
      actions={actions}
      pending={{ ...opened, preview: ready ? preview : undefined }}
      words={words}
      name={String}
    />
  );
  const { rerender, container } = render(sheet(false));
  rerender(sheet(true));
  const box = screen.getByLabelText<HTMLInputElement>(/^Number of rows: 1,234/);
  const verb = container.querySelector<HTMLButtonElement>('.dock-foot .pd-button-primary')!;
  return { box, verb, commit, type: (value: string) => fireEvent.change(box, { target: { value } }) };
}

it('has the focus where nothing else is asked, and opens the verb with the right count alone', async () => {
  const { box, verb, commit, type } = open('batchSettle', BY_ROWS);
  expect(screen.getByText(/More than 500 rows: type how many will be done/)).toBeTruthy();
  expect(document.activeElement).toBe(box);
  expect(verb.disabled).toBe(true);
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toContain('Type 1,234');
  type('1233');
  expect(verb.disabled).toBe(true);
  type('1 234');
  expect(verb.disabled).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('');
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(commit).toHaveBeenCalledExactlyOnceWith(undefined, 1234));
});

it('comes after what else is asked, and Enter names all that is missing', async () => {
  const { box, commit, type } = open('overrule', {
    ...BY_ROWS,
    over: { currency: 'INR', amount: '6200000', most: '5000000' },
  });
  expect(screen.getByText(/6,200,000\.00/).textContent).toContain('5,000,000.00');
  const reason = screen.getByLabelText(/^Reason/);
  expect(document.activeElement).toBe(reason);
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(screen.getAllByRole('alert').map((each) => each.textContent)).toHaveLength(2));
  fireEvent.change(reason, { target: { value: 'twice' } });
  type('1234');
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(commit).toHaveBeenCalledExactlyOnceWith({ reason: 'twice' }, 1234));
});
