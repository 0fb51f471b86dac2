// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { upstream } from '../../../contract/resources/channels/upstream.ts';
import { CallError } from '../../kit/data/CallError.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { loadInputs } from '../../kit/inputs/loaded.ts';
import type * as kit from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { FormSheet } from './FormSheet.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({
  ...(await load<typeof kit>()),
  call: asked,
}));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  await loadInputs();
});

const ROW: Row = {
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
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

/** An open form; each save answers the next failure. @returns the keys it was sent under */
async function openForm(failures: CallError[]) {
  const keys: (string | undefined)[] = [];
  asked.mockImplementation((path: string, _body: unknown, options?: { idempotencyKey?: string }) => {
    if (path.endsWith('/detail')) return Promise.resolve(ROW);
    if (!path.endsWith('/update')) return new Promise(() => undefined);
    keys.push(options?.idempotencyKey);
    return Promise.reject(failures[keys.length - 1]!);
  });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const nothing = () => undefined;
  const given = { title: 'North', resource: upstream, mode: 'update' as const, row: ROW };
  const words = wordsOf(upstream);
  await act(async () => root.render(<FormSheet {...given} words={words} saved={nothing} close={nothing} />));
  await later();
  return {
    keys,
    type: (text: string) =>
      act(async () => {
        const field = box.querySelector<HTMLTextAreaElement>('[id$="_remark"]')!;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    save: async () => {
      box.querySelector<HTMLButtonElement>('.dock-foot button')!.click();
      await later();
    },
    leave: () => act(() => root.unmount()),
  };
}

it.each([
  ['the line is gone', { code: 0, errorCode: 'network' }],
  ['a proxy answers for the server', { code: 502, errorCode: 'http' }],
  ['the first is still under way', { code: 400, errorCode: 'idempotencyBusy' }],
])(
  'saves again under the same key where %s, and under another once something else is typed',
  async (_, how) => {
    const form = await openForm(Array.from({ length: 3 }, () => new CallError('lost', how)));
    await form.type('mine');
    await form.save();
    await form.save();
    await form.type('mine, but longer');
    await form.save();
    const [first, second, third] = form.keys;
    expect(form.keys).toHaveLength(3);
    expect(first).toMatch(/^.{8,}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    form.leave();
  },
);

it('saves again under another key once the server has refused', async () => {
  const refused = () => new CallError('no', { code: 400, errorCode: 'guard' });
  const form = await openForm([refused(), refused()]);
  await form.type('mine');
  await form.save();
  await form.save();
  expect(form.keys).toHaveLength(2);
  expect(form.keys[1]).not.toBe(form.keys[0]);
  form.leave();
});
