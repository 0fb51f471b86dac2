// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../kit/i18n/i18n.ts';
import { keepLocale } from '../kit/i18n/locale.ts';
import { SecretSheet } from './SecretSheet.tsx';

beforeAll(() => {
  keepLocale('en');
  return startI18n(['app', 'grid']);
});

it('shows each recovery code apart from the next', () => {
  const recoveryCodes = ['SYRRE-IY7PN', 'YS5QP-WSMDR'];
  const secret = { kind: 'otp', value: 'QSXEURI2', name: 'priya', done: 'OTP added', recoveryCodes } as const;
  render(<SecretSheet secret={secret} close={() => undefined} />);
  for (const code of recoveryCodes) expect(screen.getByText(code, { exact: true }).textContent).toBe(code);
});
