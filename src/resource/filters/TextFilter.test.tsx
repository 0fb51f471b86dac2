import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { text } from '../../../contract/field.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { FilterEditor } from './editors.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid']);
});
afterEach(cleanup);

function open() {
  const onChange = vi.fn();
  render(
    <FilterEditor
      field={text({ filter: 'contains' })}
      value={undefined}
      onChange={onChange}
      close={vi.fn()}
    />,
  );
  return { onChange, box: screen.getByLabelText<HTMLInputElement>('Value') };
}

test('a text is typed in one line, so that Enter applies it', () => {
  const { box, onChange } = open();
  expect(box.tagName).toBe('INPUT');
  fireEvent.change(box, { target: { value: ' b12 ' } });
  fireEvent.submit(box.form!);
  expect(onChange).toHaveBeenCalledWith('b12');
});

test('lines that are pasted into it stay apart', () => {
  const { box } = open();
  const paste = createEvent.paste(box, { clipboardData: { getData: () => 'C1\r\nC2\nC3' } });
  fireEvent(box, paste);
  expect(box.value).toBe('C1, C2, C3');
});
