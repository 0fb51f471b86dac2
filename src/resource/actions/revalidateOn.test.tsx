import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { type Pending, pendingOf } from './pending.ts';
import { wordsOf } from './texts.ts';
import type { Actions } from './useActions.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

const words = wordsOf(payOrder);
const preview = { done: ['1'], refused: [], preview: [{ id: '1', before: {}, after: { status: 4 } }] };
const refused = { done: [], refused: [{ id: '1', code: 'utrUsed', message: 'has paid another' }] };

it('asks what a heeded reference does once it is typed, and waits for the answer with the command', async () => {
  const revalidate = vi.fn((_input: Record<string, unknown>) => Promise.resolve());
  const mend = vi.fn();
  const actions = {
    names: ['forceConfirm'],
    resource: payOrder,
    get: () => payOrder.actions.forceConfirm!,
    look: () => Promise.resolve(),
    revalidate,
    mend,
  } as unknown as Actions;
  const row = { id: '1', orderNo: 'P1', currency: 'INR', amount: '5' };
  const opened = pendingOf('forceConfirm', { target: { ids: ['1'] }, count: 1, rows: [row] });
  const sheet = (more: Partial<Pending> = {}) => (
    <ActionSheet actions={actions} pending={{ ...opened, preview, ...more }} words={words} name={String} />
  );
  const { rerender } = render(sheet());
  const type = (field: string, value: string) =>
    fireEvent.change(screen.getByLabelText(new RegExp(`^${words.field(field)}`)), { target: { value } });
  const verb = () => screen.getByRole<HTMLButtonElement>('button', { name: /Force confirm/i });

  expect(verb().disabled).toBe(false);
  type('utr', '123456789012');
  expect(verb().disabled).toBe(true);
  await waitFor(() => expect(revalidate.mock.calls).toEqual([[{ utr: '123456789012' }]]));
  await waitFor(() => expect(verb().disabled).toBe(false));
  // What refuses the reference is shown by the figures, and no other message replaces it.
  rerender(sheet({ preview: refused, before: preview }));
  type('reason', 'seen at the bank');
  expect(screen.getByText(/has paid another/)).toBeTruthy();
  expect(mend).not.toHaveBeenCalled();
  expect(verb().disabled).toBe(true);
  type('utr', '123456789013');
  await waitFor(() => expect(revalidate).toHaveBeenCalledTimes(2));
});
