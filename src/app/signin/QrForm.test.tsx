// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../kit/data/CallError.ts';
import { i18n, startI18n } from '../../kit/i18n/i18n.ts';
import { SignInForm } from './SignInForm.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', () => ({ call }));

beforeAll(async () => {
  await startI18n(['app']);
  await i18n.changeLanguage('en');
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  call.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const BEGUN = { id: 'one', code: 'ABCD2345', secret: 'kept', startsInMs: 120_000 };
const answers = (by: Record<string, unknown[]>) =>
  call.mockImplementation((path: string) => {
    const next = by[path]!.length > 1 ? by[path]!.shift() : by[path]![0];
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
const calledOf = (path: string) => call.mock.calls.filter(([each]) => each === path);

async function open() {
  const onDone = vi.fn();
  render(<SignInForm captcha={false} qr prefetch={() => undefined} onDone={onDone} />);
  fireEvent.click(screen.getByRole('button', { name: 'QR' }));
  await waitFor(() => expect(calledOf('sysAuth/qrBegin')).toHaveLength(1));
  return onDone;
}

test('shows a code, waits until it is approved, and goes on by itself', async () => {
  answers({
    'sysAuth/qrBegin': [BEGUN],
    'sysAuth/qrState': ['waiting', new CallError('gone', { code: 0, errorCode: 'network' }), 'approved'],
    'sysAuth/qrEnter': [{ accessToken: 'a', refreshToken: 'r' }],
  });
  const onDone = await open();
  expect(await screen.findByText('ABCD-2345')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code to sign in with' })).toBeTruthy();
  expect(document.body.innerHTML).not.toContain('kept');
  await vi.advanceTimersByTimeAsync(7_000);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calledOf('sysAuth/qrEnter')[0]?.[1]).toEqual({ id: 'one', secret: 'kept' });
});

test.each([
  ['refused', 'The sign-in was refused on the other device'],
  [
    new CallError('The code has expired or is unknown', { code: 400, errorCode: 'qrGone' }),
    'The code has expired or is unknown',
  ],
])('says when it is over, and asks for another code when told to', async (state, text) => {
  answers({
    'sysAuth/qrBegin': [BEGUN, { ...BEGUN, code: 'WXYZ6789' }],
    'sysAuth/qrState': [state, 'waiting'],
  });
  await open();
  await vi.advanceTimersByTimeAsync(2_100);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  fireEvent.click(screen.getByRole('button', { name: 'New code' }));
  expect(await screen.findByText('WXYZ-6789')).toBeTruthy();
});

test('asks no more once another way is chosen', async () => {
  answers({ 'sysAuth/qrBegin': [BEGUN], 'sysAuth/qrState': ['waiting'] });
  await open();
  await screen.findByText('ABCD-2345');
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  const before = call.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call.mock.calls.length).toBe(before);
});
