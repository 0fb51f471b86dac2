import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { pendingOf } from './pending.ts';
import { wordsOf } from './texts.ts';
import { typed } from './typed.ts';
import type { Actions } from './useActions.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

const row = { id: '1', orderNo: 'C1' };
const words = wordsOf(collectOrder);
const box = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(new RegExp(`^${words.field(name)}`));

/** The sheet, opened anew for the row. */
function open(id: string) {
  const actions = {
    names: ['forceConfirm'],
    resource: collectOrder,
    get: () => collectOrder.actions.forceConfirm!,
    judge: () => Promise.resolve(),
    heed: () => Promise.resolve(),
    look: () => Promise.resolve(),
    mend: () => undefined,
  } as unknown as Actions;
  const pending = pendingOf('forceConfirm', {
    target: { ids: [id] },
    count: 1,
    rows: [{ ...row, id }],
    given: undefined,
  });
  const preview = { done: [id], refused: [], preview: [{ id, before: {}, after: {} }] };
  render(<ActionSheet actions={actions} pending={{ ...pending, preview }} words={words} name={String} />);
  return pending;
}

it('brings back the words of a sheet that a lock took away, and no code', () => {
  const pending = open('1');
  fireEvent.change(box('reason'), { target: { value: 'the bank says so' } });
  fireEvent.change(box('otp'), { target: { value: '123456' } });
  cleanup();
  open('1');
  expect([box('reason').value, box('otp').value]).toEqual(['the bank says so', '']);
  cleanup();
  open('2');
  expect(box('reason').value).toBe('');
  cleanup();
  // Closed or done, it is over.
  typed.drop(collectOrder, pending);
  open('1');
  expect(box('reason').value).toBe('');
});
