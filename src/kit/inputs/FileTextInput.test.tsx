import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { text } from '../../../contract/field.ts';
import { startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { FileTextInput } from './FileTextInput.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
});
afterEach(cleanup);

function Held() {
  const [value, setValue] = useState<unknown>('');
  return (
    <FileTextInput
      field={text({ editor: 'file', max: 10 })}
      label="Package"
      value={value}
      onChange={setValue}
    />
  );
}

const pick = (content: string) =>
  fireEvent.change(screen.getByLabelText('Choose a file…', { selector: 'input' }), {
    target: { files: [new File([content], 'a.json')] },
  });

it('holds what the chosen file says, and names it', async () => {
  render(<Held />);
  pick('{"a": 1}');
  expect(await screen.findByText('a.json')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Package').value).toBe('{"a": 1}');
});

it('leaves what was there where the file is too long', async () => {
  render(<Held />);
  pick('{"a": 1}');
  await screen.findByText('a.json');
  pick('{"a": 1234567}');
  expect(await screen.findByText('a.json has more than 10 characters')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Package').value).toBe('{"a": 1}');
});
