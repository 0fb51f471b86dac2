// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../kit/data/CallError.ts';
import { i18n, startI18n } from '../../kit/i18n/i18n.ts';
import { storage } from '../../kit/storage.ts';
import { SignInForm } from './SignInForm.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', () => ({ call }));

beforeAll(async () => {
  await startI18n(['app']);
  await i18n.changeLanguage('en');
});
beforeEach(() => {
  call.mockReset();
  localStorage.clear();
});
afterEach(cleanup);

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

async function open() {
  const onDone = vi.fn();
  render(<SignInForm captcha={false} mobile prefetch={() => undefined} onDone={onDone} />);
  press('Mobile');
  await waitFor(() => expect(field('phone')).toBeTruthy());
  return onDone;
}

test('is offered where codes can be sent, and nowhere else', () => {
  render(<SignInForm captcha={false} prefetch={() => undefined} onDone={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Mobile' })).toBeNull();
});

test('asks for a number, sends a code to it once a minute, and signs in with what came', async () => {
  const onDone = await open();
  press('Send code');
  expect(screen.getByText('Please enter mobile number!')).toBeTruthy();
  expect(call).not.toHaveBeenCalled();
  call.mockResolvedValue(null);
  type('phone', '+86 138');
  press('Send code');
  await waitFor(() => expect(screen.getByRole('button', { name: /Again in \d+ s/ })).toBeTruthy());
  expect(call.mock.calls[0]?.[0]).toBe('sysSms/sendSms/%2B86%20138');
  press(/Again in/);
  expect(call).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(field('code'));
  call.mockResolvedValue({ accessToken: 'a', refreshToken: 'r' });
  type('code', '123456');
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(call.mock.calls[1]?.slice(0, 2)).toEqual([
    'sysAuth/loginPhone',
    { phone: '+86 138', code: '123456' },
  ]);
  // The box of the account is not filled with a number the next time.
  expect(storage.get('account', (raw) => raw)).toBeFalsy();
});

test('says why a code is refused, and leaves the number as it was typed', async () => {
  await open();
  call.mockRejectedValue(
    new CallError('The code is wrong or has expired', { code: 400, errorCode: 'smsCodeWrong' }),
  );
  type('phone', '+86 138');
  type('code', '1');
  fireEvent.submit(document.querySelector('form')!);
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or has expired');
  expect(field('phone').value).toBe('+86 138');
  expect(document.activeElement).toBe(field('code'));
});
