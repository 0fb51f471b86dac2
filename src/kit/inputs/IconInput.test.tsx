import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { text } from '../../../contract/field.ts';
import { startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { IconInput, iconsFor } from './IconInput.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
});
afterEach(cleanup);

function Held() {
  const [value, setValue] = useState<unknown>('');
  return <IconInput field={text({ editor: 'icon' })} label="Icon" value={value} onChange={setValue} />;
}

it('finds icons by a part of their name, and offers all once one is chosen', () => {
  expect(iconsFor('ban')).toEqual(['bank']);
  expect(iconsFor('bank').length).toBeGreaterThan(20);
  expect(iconsFor('ele-HomeFilled')).toEqual([]);
});

it('is chosen by typing and by keys alone', async () => {
  render(<Held />);
  const field = screen.getByLabelText<HTMLInputElement>('Icon');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'lo' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  const [first, second] = screen.getAllByRole('button');
  await waitFor(() => expect(document.activeElement).toBe(first));
  fireEvent.keyDown(first!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(second);
  fireEvent.click(second!);
  expect(field.value).toBe(second!.getAttribute('aria-label'));
});
