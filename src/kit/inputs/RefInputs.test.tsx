// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ref } from '../../../contract/field.ts';
import type * as calls from '../data/call.ts';
import { loadAllTexts, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { RefInput, RefsInput } from './RefInputs.tsx';

const ROLES = [
  { value: '1', label: 'Finance' },
  { value: '2', label: 'Merchants' },
  { value: '3', label: 'Operators' },
];

vi.mock('../data/call.ts', async (load) => ({
  ...(await load<typeof calls>()),
  call: async (_path: string, { keyword, ids }: { keyword: string; ids?: string[] }) =>
    ROLES.filter(({ value, label }) => (ids ? ids.includes(value) : label.includes(keyword))),
}));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

let leave = () => undefined as void;
afterEach(() => act(() => leave()));

const soon = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)));

/** A picker that holds what is picked. @returns what a person does with it and sees in it */
async function open(
  Input: typeof RefsInput | typeof RefInput,
  start: unknown,
  refused?: (id: string) => string | undefined,
) {
  const changed = vi.fn();
  function Held() {
    const [value, setValue] = useState(start);
    const change = (next: unknown) => {
      setValue(next);
      changed(next);
    };
    return <Input field={ref('sysRole')} to="sysRole" value={value} onChange={change} refused={refused} />;
  }
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Held />
      </QueryClientProvider>,
    ),
  );
  leave = () => {
    root.unmount();
    box.remove();
  };
  await soon();
  const input = box.querySelector('input')!;
  return {
    held: (): unknown => changed.mock.lastCall?.[0] ?? start,
    face: () => box.querySelector('.ant-select')!.textContent,
    listed: () => [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent),
    active: () => document.querySelector('.ant-select-item-option-active')?.textContent,
    async type(text: string) {
      await act(async () => {
        input.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await soon();
    },
    async press(key: string) {
      const which = { Enter: 13, ArrowDown: 40 }[key];
      for (const type of ['keydown', 'keyup'])
        await act(async () => {
          const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true });
          Object.defineProperties(event, { which: { value: which }, keyCode: { value: which } });
          input.dispatchEvent(event);
        });
      await soon();
    },
  };
}

it('lists only what matches what is typed, and Enter adds the first of it to what is held', async () => {
  const picker = await open(RefsInput, ['2']);
  await picker.type('Oper');
  expect(picker.listed()).toEqual(['Operators']);
  expect(picker.active()).toBe('Operators');
  expect(picker.face()).toContain('Merchants');
  await picker.press('Enter');
  expect(picker.held()).toEqual(['2', '3']);
  expect(picker.listed()).toHaveLength(3);
  // Nothing is typed any more: Enter means nothing.
  await picker.press('Enter');
  expect(picker.held()).toEqual(['2', '3']);
});

it('takes nothing away by Enter: neither where nothing matches, nor where what matches is held', async () => {
  const picker = await open(RefsInput, ['2']);
  await picker.type('Nobody');
  expect(picker.listed()).toEqual([]);
  await picker.press('Enter');
  expect(picker.held()).toEqual(['2']);
  await picker.type('Merch');
  expect(picker.listed()).toEqual(['Merchants']);
  expect(picker.active()).toBeUndefined();
  await picker.press('Enter');
  expect(picker.held()).toEqual(['2']);
  await picker.press('ArrowDown');
  await picker.press('Enter');
  expect(picker.held()).toEqual([]);
});

it('goes to the first match that may be picked, past what is held or refused', async () => {
  const picker = await open(RefsInput, ['1'], (id) => (id === '2' ? 'not for them' : undefined));
  await picker.type('n');
  expect(picker.active()).toBe(undefined);
  await picker.type('r');
  expect(picker.active()).toBe('Operators');
  await picker.press('Enter');
  expect(picker.held()).toEqual(['1', '3']);
});

it('a picker of one takes the match, not the row that is picked', async () => {
  const picker = await open(RefInput, '2');
  expect(picker.face()).toContain('Merchants');
  await picker.type('Oper');
  expect(picker.listed()).toEqual(['Operators']);
  await picker.press('Enter');
  expect(picker.held()).toBe('3');
});
