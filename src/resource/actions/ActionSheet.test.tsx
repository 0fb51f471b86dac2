// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { rechargeOrder } from '../../../contract/resources/finance/rechargeOrder.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { queryClient } from '../../kit/index.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { ActionSheet } from './ActionSheet.tsx';
import { Figures } from './Figures.tsx';
import { firstValues } from './Inputs.tsx';
import { type Pending, differs, pendingOf } from './pending.ts';
import { isEstimate, Estimate } from './Estimate.tsx';
import { wordsOf } from './texts.ts';
import type { Actions } from './useActions.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

/** A sheet of one row; `show` draws it again as the pending command goes on. */
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

it('keeps the band of the rate in sight next to what it refuses', () => {
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
  for (const part of ['Sagar Pay', 'TQ1address']) expect(text).toContain(part);
  const sent = { id: '1', merchantId: '7', merchantName: 'Sagar Pay', reference: 'hash-9', proof: 'slip-9' };
  for (const action of ['approve', 'reject'])
    for (const part of ['Sagar Pay', 'hash-9', 'slip-9'])
      expect(sheetOf(rechargeOrder, action, sent)({ preview: judged({ status: 2 }) })).toContain(part);
});

it('says that an adjustment is for somebody else to approve', () => {
  const moves = { currency: 'INR', amount: '5', availableBefore: '10', availableAfter: '15' };
  const words = wordsOf(merchant);
  const text = (after: Record<string, unknown>) =>
    renderToStaticMarkup(<Estimate result={judged(after)} words={words} />);
  expect(text({ ...moves, waits: true })).toContain('After approval');
  expect(isEstimate(judged({ waits: true }))).toBe(true);
  expect(text({ waits: true })).toContain('Others have to agree');
  expect(text(moves)).not.toContain('After approval');
});

/** The same sheet in the page, with what it sends. */
async function openSheet(
  action: string,
  change: Partial<Pending>,
  resource: Resource = withdrawal,
  against: Actions['against'] = () => Promise.resolve({}),
) {
  const row = { id: '1', merchantId: '7', merchantName: 'Sagar Pay', address: 'TQ1', currency: 'INR' };
  const sent: Record<string, unknown>[] = [];
  const answer = Promise.withResolvers<boolean>();
  const mend = vi.fn();
  const actions = {
    names: [action],
    resource,
    get: (name: string) => resource.actions[name]!,
    judge: () => Promise.resolve(),
    revalidate: () => Promise.resolve(),
    mend,
    against,
    look: () => Promise.resolve(),
    commit: (input: Record<string, unknown>) => {
      sent.push(input);
      return answer.promise;
    },
  } as unknown as Actions;
  const opened = pendingOf(action, { target: { ids: ['1'] }, count: 1, rows: [row], given: undefined });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const words = wordsOf(resource);
  const show = (more: Partial<Pending>) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <ActionSheet
            actions={actions}
            pending={{ ...opened, preview: judged({ status: 2 }), ...more }}
            words={words}
            name={String}
          />
        </QueryClientProvider>,
      ),
    );
  const otp = () => box.querySelector<HTMLInputElement>('[id$="-otp"]')!;
  const close = () => {
    act(() => root.unmount());
    box.remove();
  };
  await show(change);
  return { box, show, sent, otp, mend, close };
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
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 });
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
  await type(box.querySelector<HTMLInputElement>('[id$="-transactionHash"]')!, 'b'.repeat(64));
  expect(wrong()).toEqual(['wrong']);
  // The cursor stays where somebody types.
  expect(document.activeElement).not.toBe(otp());
  close();
});

const refused = { done: [], refused: [{ id: '1', code: 'utrUsed', message: 'has paid another' }] };
const hash = (box: HTMLElement) => box.querySelector<HTMLInputElement>('[id$="-transactionHash"]')!;
const button = (box: HTMLElement) => box.querySelector<HTMLButtonElement>('.dock-foot .pd-button-primary')!;

it('can be sent again once what was refused is typed again, with the code that was not spent', async () => {
  const { box, show, otp, sent, mend, close } = await openSheet('complete', {});
  await type(hash(box), 'a'.repeat(64));
  await type(otp(), '123456');
  await act(async () => button(box).click());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const moves = { currency: 'INR', amount: '5', availableBefore: '10', availableAfter: '15' };
  await show({ preview: refused, before: judged(moves) });
  expect(button(box).disabled).toBe(true);
  expect(box.textContent).toContain('has paid another');
  // The figures of the row are what they were.
  expect(box.textContent).toContain('15.00');
  await type(otp(), '654321');
  expect(mend).not.toHaveBeenCalled();
  await type(hash(box), 'b'.repeat(64));
  expect(mend).toHaveBeenCalled();
  await show({ preview: judged(moves), before: undefined });
  expect(button(box).disabled).toBe(false);
  expect(otp().value).toBe('654321');
  close();
});

it('asks nothing of a row that nothing can be done with', async () => {
  const { box, close } = await openSheet('complete', { preview: refused });
  expect(box.querySelectorAll('input')).toHaveLength(0);
  expect(box.textContent).toContain('has paid another');
  close();
});

it('keeps the focus when its button can no longer be pressed', async () => {
  const { box, show, close } = await openSheet('settle', {}, collectOrder);
  const button = box.querySelector('.dock-foot button');
  expect(document.activeElement).toBe(button);
  await show({ preview: refused });
  expect(document.activeElement).toBe(box.querySelector('[role="dialog"]'));
  await show({});
  expect(document.activeElement).toBe(button);
  close();
});

it('says why an amount is refused below the amount, and estimates above what the figures do not come from', async () => {
  const { box, show, close } = await openSheet('apply', { preview: undefined, problem: 'Between 1 and 5' });
  const at = (name: string) => box.querySelector(`[id$="-${name}"]`)!.closest('.sheet-field')!;
  expect(at('amount').querySelector('[role="alert"]')?.textContent).toBe('Between 1 and 5');
  expect(box.querySelectorAll('[role="alert"]')).toHaveLength(1);
  await show({
    preview: judged({ currency: 'INR', amount: '5', availableBefore: '10', availableAfter: '15' }),
  });
  const figures = box.querySelector('.sheet-balances')!;
  const follows = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(follows(at('amount'), figures)).toBe(true);
  expect(follows(figures, at('address'))).toBe(true);
  close();
});

const problemsIn = (box: HTMLElement) =>
  Object.fromEntries(
    [...box.querySelectorAll('.sheet-field')].flatMap((field) => {
      const problem = field.querySelector('[role="alert"]')?.textContent;
      // One that is chosen from a list is loaded when it is needed.
      const input = field.querySelector('input,.choice,textarea,[role="radiogroup"]');
      return problem && input ? [[input.id.split('-').at(-1)!, problem]] : [];
    }),
  );
/** The code, which nobody has typed, is the last of what is shown. */
const enterIn = async (box: HTMLElement, field: HTMLElement) => {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  await act(async () => void field.dispatchEvent(enter));
  await waitFor(() => expect(problemsIn(box)).toHaveProperty('otp'));
};

it('says on Enter all that is wrong, each at its field and counted above, and puts the cursor into the first', async () => {
  const asked: Record<string, unknown>[] = [];
  const bounds = 'Between 1 and 5';
  const against: Actions['against'] = (input, at) => {
    asked.push(input);
    // The server stops at the first fault.
    const faults: Record<string, string> = 'address' in input ? { address: 'None such' } : { [at!]: bounds };
    return Promise.resolve(faults);
  };
  const begun = { preview: undefined, given: { merchantId: '7', currency: 'INR' }, problem: bounds };
  const { box, sent, close } = await openSheet('apply', begun, withdrawal, against);
  const field = (name: string) => box.querySelector<HTMLInputElement>(`[id$="-${name}"]`)!;
  await type(field('amount'), '9');
  await type(field('address'), 'nowhere');
  const counted = () => box.querySelector('.dock-faults')?.textContent;
  await enterIn(box, field('address'));
  expect(problemsIn(box)).toMatchObject({ amount: bounds, address: 'None such' });
  expect(Object.keys(problemsIn(box))).toEqual(['amount', 'address', 'remark', 'otp']);
  expect(counted()).toContain('Form has 4 validation failures, please modify');
  expect(document.activeElement).toBe(field('amount'));
  expect(sent).toEqual([]);
  const from = { ...begun.given, amount: '9' };
  expect(asked).toEqual([{ ...from, address: 'nowhere' }, from]);
  await type(field('remark'), 'for May');
  expect(counted()).toContain('Form has 3 validation failures');
  close();
});

it('asks no server what the fields themselves say of an amount', async () => {
  const against = vi.fn<Actions['against']>();
  const { box, close } = await openSheet('apply', { preview: undefined }, withdrawal, against);
  const amount = box.querySelector<HTMLInputElement>('[id$="-amount"]')!;
  await type(amount, 'many');
  await enterIn(box, amount);
  expect(problemsIn(box)).toHaveProperty('amount');
  expect(against).not.toHaveBeenCalled();
  close();
});

it('puts the cursor where to type without scrolling the figures away', async () => {
  const focused = vi.spyOn(HTMLElement.prototype, 'focus');
  const { show, close } = await openSheet('complete', { preview: undefined });
  await show({});
  expect(focused.mock.calls.length).toBeGreaterThan(0);
  for (const [options] of focused.mock.calls) expect(options).toEqual({ preventScroll: true });
  focused.mockRestore();
  close();
});

it('has all of the field in sight that has the cursor, its name too, and scrolls no further', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const { show, close } = await openSheet('forceConfirm', { preview: undefined }, collectOrder);
  expect(scrolled).not.toHaveBeenCalled();
  await show({ preview: judged({ status: 2 }) });
  const field = document.activeElement!.closest('.sheet-field')!;
  expect(field.querySelector('label')).not.toBeNull();
  expect(scrolled.mock.contexts).toEqual([field]);
  expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
  scrolled.mockRestore();
  close();
});

it('names whom each of several payouts goes to', () => {
  const row = (id: string, beneficiary: string): Row => ({ id, beneficiary, amount: '5', currency: 'INR' });
  const rows = [row('1', 'Asha Rao'), row('2', 'ravi@okaxis')];
  const preview = {
    done: ['1', '2'],
    refused: [],
    preview: rows.map(({ id }) => ({ id, before: {}, after: {} })),
  };
  const pending = {
    ...pendingOf('approve', { target: { ids: ['1', '2'] }, count: 2, rows, given: undefined }),
    preview,
  };
  const actions = { resource: payOrder, get: () => payOrder.actions.approve } as unknown as Actions;
  const whom = ({ beneficiary }: Row) => String(beneficiary);
  const given = { actions, pending, words: wordsOf(payOrder), name: String, body: undefined };
  const listed = renderToStaticMarkup(<Figures {...given} whom={whom} />);
  for (const part of ['Asha Rao', 'ravi@okaxis', '5.00 INR']) expect(listed).toContain(part);
  expect(renderToStaticMarkup(<Figures {...given} whom={undefined} />)).not.toContain('Asha Rao');
});

it('begins with the reference that its order bears', () => {
  const { forceConfirm } = payOrder.actions;
  const begun = (row: Row) => firstValues((forceConfirm as Action).input, row);
  expect(begun({ id: '1', utr: '123456789012', reason: 'old' })).toEqual({ utr: '123456789012' });
  expect(begun({ id: '1', utr: null })).toEqual({});
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
  const of = (previewDigests: Record<string, string>) => ({ ...judged({}), previewDigests });
  expect(differs(of({ '1': 'a' }), of({ '1': 'a' }))).toBe(false);
  expect(differs(of({ '1': 'a' }), of({ '1': 'b' }))).toBe(true);
  expect(differs(of({ '1': 'a' }), of({}))).toBe(true);
  expect(differs(undefined, of({ '1': 'a' }))).toBe(false);
});

it('leaves the reference to whoever reads it at the bank, whatever the first person named', async () => {
  const asked = { maker: 'asha', reason: 'seen at the bank' };
  const given = { preview: judged({ status: 2, asked }) };
  const utr = (box: HTMLElement) => box.querySelector<HTMLInputElement>('[id$="-utr"]')!;
  const fresh = await openSheet('forceConfirm', { preview: undefined }, collectOrder);
  await fresh.show(given);
  expect(utr(fresh.box).value).toBe('');
  // Why is each one's own to say.
  expect(fresh.box.querySelector<HTMLTextAreaElement>('[id$="-reason"]')!.value).toBe('');
  fresh.close();
  const typed = await openSheet('forceConfirm', { preview: undefined }, collectOrder);
  await type(utr(typed.box), '999');
  await typed.show(given);
  expect(utr(typed.box).value).toBe('999');
  typed.close();
});
