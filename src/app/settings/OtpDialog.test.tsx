import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OTP } from '../../../contract/otp.ts';
import { CallError } from '../../kit/data/CallError.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { OtpDialog } from './OtpDialog.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', otpStatus: OTP.unbound }));
});
afterEach(cleanup);

it('says below the field that a password is wrong, so that nothing pushes the field', async () => {
  asked.mockImplementation((path: string) =>
    path === 'userOtp/enrol'
      ? Promise.reject(new CallError('The password is wrong', { code: 400, errorCode: 'badCredentials' }))
      : Promise.resolve({ status: OTP.unbound }),
  );
  render(<OtpDialog close={() => undefined} />);
  const field = await screen.findByLabelText('Current password');
  fireEvent.change(field, { target: { value: 'not-mine' } });
  fireEvent.submit(field.closest('form')!);
  const shownText = await screen.findByText('The password is wrong');
  expect(field.compareDocumentPosition(shownText) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(shownText.closest('.ant-form-item')).toBe(field.closest('.ant-form-item'));
});
