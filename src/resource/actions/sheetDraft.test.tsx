import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { caller, drafts } from '../../kit/index.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { pendingOf } from './pending.ts';
import { wordsOf } from './texts.ts';
import { sheetDraft } from './sheetDraft.ts';
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

/** The sheet, opened again for the row. */
function open(id: string) {
  const actions = {
    names: ['forceConfirm'],
    resource: collectOrder,
    get: () => collectOrder.actions.forceConfirm!,
    judge: () => Promise.resolve(),
    revalidate: () => Promise.resolve(),
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

const quiet = () => screen.queryByText('Your unsaved entries are back');
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });

it('brings back what was typed into a sheet that went, for the same rows alone, and no code', () => {
  const pending = open('1');
  expect(quiet()).toBeNull();
  type('reason', 'the bank says so');
  type('otp', '123456');
  cleanup();
  open('1');
  expect([box('reason').value, box('otp').value]).toEqual(['the bank says so', '']);
  expect(quiet()).not.toBeNull();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('123456');
  cleanup();
  open('2');
  expect(box('reason').value).toBe('');
  expect(quiet()).toBeNull();
  cleanup();
  // Done, it is over.
  sheetDraft.drop(collectOrder, pending);
  open('1');
  expect(box('reason').value).toBe('');
});

it('discards what is back, and begins as if nothing had been typed', () => {
  open('1');
  type('reason', 'a first thought');
  cleanup();
  open('1');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(box('reason').value).toBe('');
  expect(quiet()).toBeNull();
  cleanup();
  open('1');
  expect(box('reason').value).toBe('');
});

it('keeps drafts in the storage of the tab, for their person, until the sign-out', () => {
  const pending = open('1');
  type('reason', 'kept');
  expect(JSON.stringify(Object.entries(sessionStorage))).toContain('kept');
  drafts.keepOf(caller().profile.id);
  expect(sheetDraft.of(collectOrder, pending)).toEqual({ reason: 'kept' });
  drafts.keepOf('somebody else');
  expect(sheetDraft.of(collectOrder, pending)).toBeUndefined();
  type('reason', 'again');
  drafts.clear();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('again');
});

it('knows the same rows in whatever order, and another selection of many as another', () => {
  const about = (ids: string[]) =>
    pendingOf('forceConfirm', { target: { ids }, count: ids.length, rows: [] });
  const many = Array.from({ length: 600 }, (_, at) => String(1_000_000_000_000_000 + at));
  const { forceConfirm } = collectOrder.actions;
  sheetDraft.keep(collectOrder, forceConfirm, about(many), { reason: 'all of them' }, {});
  expect(sheetDraft.of(collectOrder, about(many.toReversed()))).toEqual({ reason: 'all of them' });
  expect(sheetDraft.of(collectOrder, about([...many.slice(1), '7']))).toBeUndefined();
});
