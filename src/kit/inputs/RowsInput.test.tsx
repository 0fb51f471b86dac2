// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { json, text } from '../../../contract/field.ts';
import { loadAllTexts, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { RowsInput } from './RowsInput.tsx';
import { TextInput } from './TextInput.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

let leave = () => undefined as void;
afterEach(() => act(() => leave()));

const rows = { name: text({ required: true }), note: text() };

async function open(start: unknown) {
  const changed = vi.fn();
  function Held() {
    const [value, setValue] = useState(start);
    const change = (next: unknown) => {
      setValue(next);
      changed(next);
    };
    return (
      <RowsInput
        field={json({ rows })}
        rows={rows}
        Input={TextInput}
        id="list"
        label="List"
        labelOf={(name) => name.toUpperCase()}
        value={value}
        onChange={change}
      />
    );
  }
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () => root.render(<Held />));
  leave = () => {
    root.unmount();
    box.remove();
  };
  const press = (name: string, at = 0) =>
    act(async () => {
      const found = [...box.querySelectorAll('button')].filter(({ textContent }) => textContent === name);
      found[at]?.click();
    });
  const type = (at: number, given: string) =>
    act(async () => {
      const input = box.querySelectorAll('input')[at]!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, given);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { box, changed, press, type };
}

it('adds a row, names its fields as the form does, and takes what is typed', async () => {
  const { box, changed, press, type } = await open(undefined);
  expect(box.querySelectorAll('fieldset')).toHaveLength(0);
  await press('Add a row');
  expect([...box.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'NAME *',
    'NOTE',
  ]);
  await type(0, 'One');
  expect(changed.mock.lastCall).toEqual([[{ name: 'One' }]]);
});

it('changes one row and removes another, and leaves the rest as they are', async () => {
  const { changed, press, type } = await open([{ name: 'A', id: '1' }, { name: 'B' }]);
  await type(1, 'first');
  expect(changed.mock.lastCall).toEqual([[{ name: 'A', id: '1', note: 'first' }, { name: 'B' }]]);
  await press('Remove', 0);
  expect(changed.mock.lastCall).toEqual([[{ name: 'B' }]]);
  await press('Remove', 0);
  expect(changed.mock.lastCall).toEqual([[]]);
});
