// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../kit/data/CallError.ts';
import { i18n, setLocale, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
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
const submit = () => fireEvent.submit(document.querySelector('form')!);
const show = (captcha = false) => {
  const onDone = vi.fn();
  render(<SignInForm captcha={captcha} prefetch={() => undefined} onDone={onDone} />);
  return onDone;
};

test('says what is missing at its field and puts the focus there', () => {
  show();
  type('account', 'op');
  submit();
  expect(screen.getByText('Please enter password!')).toBeTruthy();
  expect(field('password').getAttribute('aria-describedby')).toBe('signin-password-error');
  expect(document.activeElement).toBe(field('password'));
  expect(call).not.toHaveBeenCalled();
});

test('sends what was typed and goes on', async () => {
  call.mockResolvedValue({ accessToken: 'a', refreshToken: 'r' });
  const onDone = show();
  type('account', ' op ');
  type('password', ' with spaces ');
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(call.mock.calls[0]?.slice(0, 2)).toEqual([
    'sysAuth/login',
    { account: 'op', password: ' with spaces ' },
  ]);
});

test('a refusal follows the language', async () => {
  call.mockRejectedValue(
    new CallError('Account or password is wrong', { code: 400, errorCode: 'badCredentials' }),
  );
  keepLocale('en');
  show();
  type('account', 'op');
  type('password', 'x');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Account or password is wrong');
  await act(() => setLocale('zh-tw'));
  expect(screen.getByRole('alert').textContent).toBe(i18n.t('errors:badCredentials', { lng: 'zh-tw' }));
  expect(screen.getByRole('alert').textContent).toMatch(/[\u4e00-\u9fff]/);
  await act(() => setLocale('en'));
});

test('a refusal keeps its figures in the other language', async () => {
  const extras = { values: { seconds: 42 } };
  const text = 'Too many attempts, try again in 42 seconds';
  call.mockRejectedValue(new CallError(text, { code: 400, errorCode: 'tooManyAttempts', extras }));
  keepLocale('en');
  show();
  type('account', 'op');
  type('password', 'x');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  await act(() => setLocale('zh-cn'));
  expect(screen.getByRole('alert').textContent).toMatch(/[\u4e00-\u9fff].*42/);
  await act(() => setLocale('en'));
});

test('a refusal is shown inline and a new picture is fetched', async () => {
  call.mockImplementation((path: string) =>
    path === 'sysAuth/captcha'
      ? Promise.resolve({ id: 7, img: btoa('\u0089PNG\r\n\u001a\n') })
      : Promise.reject(new CallError('Wrong code', { code: 400, errorCode: 'captchaWrong' })),
  );
  const onDone = show(true);
  const picture = await screen.findByAltText('Picture with the code');
  expect(picture.getAttribute('src')).toMatch(/^data:image\/png;base64,iVBORw0KGg/);
  type('account', 'op');
  type('password', 'pw');
  fireEvent.change(field('code'), { target: { value: '7KF3' } });
  submit();
  expect(await screen.findByText('Wrong code')).toBeTruthy();
  expect(call.mock.calls.find(([path]) => path === 'sysAuth/login')?.[1]).toMatchObject({
    code: '7KF3',
    codeId: '7',
  });
  expect(call.mock.calls.filter(([path]) => path === 'sysAuth/captcha')).toHaveLength(2);
  expect(document.activeElement).toBe(field('code'));
  expect(onDone).not.toHaveBeenCalled();
});
