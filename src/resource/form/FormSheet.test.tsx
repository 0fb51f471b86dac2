// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { upstream } from '../../../contract/resources/channels/upstream.ts';
import type * as calls from '../../kit/data/call.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { loadInputs } from '../../kit/inputs/loaded.ts';
import { CallError } from '../../kit/data/CallError.ts';
import { wordsOf } from '../actions/texts.ts';
import { FormSheet } from './FormSheet.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (load) => ({
  ...(await load<typeof calls>()),
  call: asked,
}));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  await loadInputs();
});

const later = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

const rowOf = {
  id: '1',
  version: 1,
  name: 'North',
  code: 'N1',
  orgId: '3',
  agentId: '4',
  agentName: 'Agent',
};

it('sends the form from a list, and lets no clearing of a list stand between two fields', async () => {
  const open = async (mode: 'add' | 'update') => {
    asked.mockImplementation((path: string) =>
      path.endsWith('/detail') ? Promise.resolve(rowOf) : new Promise(() => undefined),
    );
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    const row = mode === 'add' ? undefined : rowOf;
    const close = () => undefined;
    const given = {
      title: 'North',
      resource: merchant,
      mode,
      row,
      words: wordsOf(merchant),
      saved: close,
      close,
    };
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <FormSheet {...given} />
        </QueryClientProvider>,
      ),
    );
    await later(50);
    return { box, leave: () => act(() => root.unmount()) };
  };
  const added = await open('add');
  const list = added.box.querySelector<HTMLInputElement>('[id$="_orgId"]')!;
  expect(list.role).toBe('combobox');
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
  await act(async () => {
    list.focus();
    list.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  await later(200);
  expect(list.getAttribute('aria-expanded')).not.toBe('true');
  expect(added.box.querySelector('.dock-faults')?.textContent).toMatch(/\d/);
  added.leave();
  const edited = await open('update');
  const clears = [...edited.box.querySelectorAll<HTMLElement>('.ant-select-clear')];
  // The organisation must be there, an agent need not.
  expect(clears.map(({ tabIndex }) => tabIndex)).toEqual([-1]);
  edited.leave();
});

it('has again what was typed when a lock took it away', async () => {
  asked.mockImplementation(() => new Promise(() => undefined));
  const open = async () => {
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    const nothing = () => undefined;
    const given = {
      resource: upstream,
      mode: 'add' as const,
      row: undefined,
      saved: nothing,
      close: nothing,
    };
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <FormSheet {...given} title="North" words={wordsOf(upstream)} />
        </QueryClientProvider>,
      ),
    );
    await later(50);
    return {
      name: box.querySelector<HTMLInputElement>('[id$="_name"]')!,
      lock: () => act(() => root.unmount()),
    };
  };
  const before = await open();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(before.name, 'North');
    before.name.dispatchEvent(new Event('input', { bubbles: true }));
  });
  before.lock();
  const after = await open();
  expect(after.name.value).toBe('North');
  after.lock();
});

it('keeps what was typed when somebody else saved first, and says what they changed', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const row: Row = {
    id: '1',
    version: 1,
    name: 'North',
    isCollect: true,
    isPay: true,
    code: 'N1',
    currency: 'INR',
    remark: 'old',
    status: 1,
  };
  let now = row;
  const sent: Record<string, unknown>[] = [];
  asked.mockImplementation((path: string, body?: Record<string, unknown>) => {
    if (path.endsWith('/detail')) return Promise.resolve(now);
    if (!path.endsWith('/update')) return new Promise(() => undefined);
    sent.push(body ?? {});
    now = { ...row, version: 2, status: 3, name: 'North 2' };
    return Promise.reject(new CallError('changed', { code: 409, errorCode: 'staleVersion' }));
  });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const words = wordsOf(upstream);
  await act(async () =>
    root.render(
      <FormSheet
        title="North"
        resource={upstream}
        mode="update"
        row={row}
        words={words}
        saved={() => undefined}
        close={() => undefined}
      />,
    ),
  );
  await later(50);
  const remark = () => box.querySelector<HTMLTextAreaElement>('[id$="_remark"]')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(remark()), 'value')!.set!.call(remark(), 'mine');
    remark().dispatchEvent(new Event('input', { bubbles: true }));
  });
  box.querySelector<HTMLButtonElement>('.dock-foot button')!.click();
  await later(200);
  expect(sent).toMatchObject([{ id: '1', version: 1, remark: 'mine' }]);
  expect(remark().value).toBe('mine');
  expect(box.querySelector<HTMLInputElement>('[id$="_name"]')!.value).toBe('North 2');
  expect(box.textContent).toContain('What you typed is kept');
  expect(box.textContent).toContain('North 2 ·');
  expect(seen).toHaveBeenCalled();
  box.querySelector<HTMLButtonElement>('.dock-foot button')!.click();
  await later(200);
  expect(sent[1]).toEqual({ id: '1', version: 2, remark: 'mine' });
  seen.mockRestore();
  act(() => root.unmount());
});
