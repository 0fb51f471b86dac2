// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { rechargeOrder } from '../../../contract/resources/finance/rechargeOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import type { Resource } from '../../../contract/resource.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { type Pending, differs, pendingOf } from './pending.ts';
import { isReckoning, Reckoning } from './Reckoning.tsx';
import { wordsOf } from './texts.ts';
import type { Actions } from './useActions.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

/** A sheet of one row; `show` draws it anew as the pending command goes on. */
function sheetOf(resource: Resource, action: string, row: Row) {
  const actions = {
    names: [action],
    resource,
    get: (name: string) => resource.actions[name]!,
    judge: () => Promise.resolve(),
  } as unknown as Actions;
  const opened = pendingOf(action, { target: { ids: [row.id] }, count: 1, rows: [row], given: undefined });
  const box = document.createElement('div');
  const root = createRoot(box);
  const words = wordsOf(resource);
  return (change: Partial<Pending>): string => {
    const pending = { ...opened, ...change };
    act(() => root.render(<ActionSheet actions={actions} pending={pending} words={words} name={String} />));
    return box.textContent ?? '';
  };
}
const judged = (after: Record<string, unknown>) => ({
  done: ['1'],
  refused: [],
  preview: [{ id: '1', before: {}, after }],
});

it('keeps the band of the rate in sight beside what it refuses', () => {
  const row = { id: '1', merchantId: '7', merchantName: 'Sagar Pay', address: 'TQ1', currency: 'INR' };
  const show = sheetOf(withdrawal, 'confirmRate', row);
  const band = { rateBand: '85.748 – 91.052', currency: 'INR', amount: '1000' };
  expect(show({ preview: judged(band) })).toContain('85.748 – 91.052');
  const refused = show({ preview: undefined, problem: 'Please enter correct exchange rate' });
  expect(refused).toContain('85.748 – 91.052');
  expect(refused).toContain('Please enter correct exchange rate');
});

it('says whose money it is, where it goes and what proves it', () => {
  const paid = {
    id: '1',
    merchantId: '7',
    merchantName: 'Sagar Pay',
    address: 'TQ1address',
    currency: 'INR',
  };
  const text = sheetOf(
    withdrawal,
    'complete',
    paid,
  )({ preview: judged({ availableBefore: '1', availableAfter: '1' }) });
  for (const said of ['Sagar Pay', 'TQ1address']) expect(text).toContain(said);
  const sent = { id: '1', merchantId: '7', merchantName: 'Sagar Pay', reference: 'hash-9', proof: 'slip-9' };
  for (const action of ['approve', 'reject'])
    for (const said of ['Sagar Pay', 'hash-9', 'slip-9'])
      expect(sheetOf(rechargeOrder, action, sent)({ preview: judged({ status: 2 }) })).toContain(said);
});

it('says that an adjustment is for somebody else to approve', () => {
  const moves = { currency: 'INR', amount: '5', availableBefore: '10', availableAfter: '15' };
  const words = wordsOf(merchant);
  const text = (after: Record<string, unknown>) =>
    renderToStaticMarkup(<Reckoning result={judged(after)} words={words} />);
  expect(text({ ...moves, waits: true })).toContain('After approval');
  expect(isReckoning(judged({ waits: true }))).toBe(true);
  expect(text({ waits: true })).toContain('Goes to a second person');
  expect(text(moves)).not.toContain('After approval');
});

/** The same sheet in the page, with what it sends. */
async function openSheet(action: string, change: Partial<Pending>) {
  const row = { id: '1', merchantId: '7', merchantName: 'Sagar Pay', address: 'TQ1', currency: 'INR' };
  const sent: Record<string, unknown>[] = [];
  const answer = Promise.withResolvers<boolean>();
  const actions = {
    names: [action],
    resource: withdrawal,
    get: (name: string) => (withdrawal as Resource).actions[name]!,
    judge: () => Promise.resolve(),
    look: () => Promise.resolve(),
    commit: (input: Record<string, unknown>) => {
      sent.push(input);
      return answer.promise;
    },
  } as unknown as Actions;
  const opened = pendingOf(action, { target: { ids: ['1'] }, count: 1, rows: [row], given: undefined });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const words = wordsOf(withdrawal);
  const show = (more: Partial<Pending>) =>
    act(async () =>
      root.render(
        <ActionSheet
          actions={actions}
          pending={{ ...opened, preview: judged({ status: 2 }), ...more }}
          words={words}
          name={String}
        />,
      ),
    );
  const otp = () => box.querySelector<HTMLInputElement>('[id$="-otp"]')!;
  const close = () => {
    act(() => root.unmount());
    box.remove();
  };
  await show(change);
  return { box, show, sent, otp, close };
}

const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('sends a command once, however fast Enter comes again', async () => {
  const { box, otp, sent, close } = await openSheet('complete', {});
  await type(box.querySelector<HTMLInputElement>('[id$="-transactionHash"]')!, 'a'.repeat(64));
  await type(otp(), '123456');
  const enter = () =>
    otp().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await act(async () => {
    enter();
    enter();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(sent).toHaveLength(1);
  close();
});

it('shows a refused code where it was typed, with the cursor in the empty field', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const { show, otp, close } = await openSheet('complete', {});
  await type(otp(), '123999');
  await show({ faults: { otp: ['The OTP is wrong; tries left: 4'] } });
  expect(document.activeElement).toBe(otp());
  expect(otp().value).toBe('');
  expect(seen.mock.contexts).toContain(otp().closest('.sheet-field'));
  seen.mockRestore();
  close();
});

it('calls nothing wrong that has been mended', async () => {
  const { box, otp, show, close } = await openSheet('complete', {});
  const wrong = () => [...box.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
  await show({ faults: { transactionHash: ['is in use'], otp: ['wrong'] } });
  expect(wrong()).toEqual(['is in use', 'wrong']);
  await type(box.querySelector<HTMLInputElement>('[id$="-transactionHash"]')!, 'a'.repeat(64));
  expect(wrong()).toEqual(['wrong']);
  // The cursor stays where somebody types.
  expect(document.activeElement).not.toBe(otp());
  close();
});

it('says that its figures are others by now', async () => {
  const { box, show, close } = await openSheet('complete', {});
  expect(box.querySelector('[role="alert"]')).toBeNull();
  await show({ changed: 1 });
  expect(box.querySelector('[role="alert"]')?.textContent).toBe(
    'The figures have changed: look at them again',
  );
  close();
});

it('names the key that sends what takes several lines', () => {
  const row = { id: '1', orderNo: 'P1', currency: 'INR', amount: '5' };
  const ready = { preview: judged({ status: 6 }) };
  expect(sheetOf(payOrder, 'deny', row)(ready)).toMatch(/Ctrl|⌘/);
  expect(sheetOf(payOrder, 'repairProof', row)(ready)).not.toMatch(/Ctrl|⌘/);
});

it('tells figures that are the same from those that are not', () => {
  const of = (shown: Record<string, string>) => ({ ...judged({}), shown });
  expect(differs(of({ '1': 'a' }), of({ '1': 'a' }))).toBe(false);
  expect(differs(of({ '1': 'a' }), of({ '1': 'b' }))).toBe(true);
  expect(differs(of({ '1': 'a' }), of({}))).toBe(true);
  expect(differs(undefined, of({ '1': 'a' }))).toBe(false);
});
