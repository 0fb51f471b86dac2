import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Fields, int } from '../../contract/field.ts';
import type { Settings } from '../kit/index.ts';
import { loadAllTexts, startI18n } from '../kit/i18n/i18n.ts';
import { keepLocale } from '../kit/i18n/locale.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

const shipped: Record<string, unknown> = { hours: 24 };
const defaults = shipped as Settings<Fields>;
const widget = {
  id: 'order-flow',
  version: 1,
  size: { w: 6, h: 8 },
  settings: { hours: int({ required: true, min: 2, maximum: 168 }) },
  defaults,
  load: () => Promise.reject(new Error('is not shown')),
};

afterEach(cleanup);

test.each([
  ['en', 'Hours must be a whole number from 2 to 168', 'Please enter Hours!'],
  ['zh-cn', '小时数应为 2 到 168 之间的整数', '请输入小时数！'],
  ['zh-tw', '小時數應為 2 到 168 之間的整數', '請輸入小時數！'],
] as const)(
  'a setting is refused at its field, in the words of the product (%s)',
  async (locale, wrong, none) => {
    keepLocale(locale);
    await startI18n(['widgets']);
    await loadAllTexts();
    const save = vi.fn();
    render(
      <SettingsDialog
        widget={widget}
        settings={defaults}
        title={undefined}
        overrides={{}}
        tabId="tab"
        board={{}}
        save={save}
        close={() => undefined}
      />,
    );
    const field = screen.getByRole<HTMLInputElement>('spinbutton');
    const form = field.closest('form')!;
    expect(form.noValidate).toBe(true);
    const put = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.submit(form);
    };
    for (const [value, text] of [
      ['-5', wrong],
      ['999999', wrong],
      ['', none],
    ] as const) {
      put(value);
      const faults = await screen.findByRole('alert');
      expect(faults.textContent).toBe(text);
      expect(field.getAttribute('aria-describedby')).toBe(faults.id);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(field);
    }
    expect(save).not.toHaveBeenCalled();
    put('48');
    await waitFor(() => expect(save).toHaveBeenCalledWith({ hours: 48 }, undefined, {}));
  },
);
