// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OTP } from '../../../contract/otp.ts';
import { commands } from '../../kit/commands/registry.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { isBound } from './bound.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

const led = vi.fn();
let drop: () => void;
beforeEach(() => {
  asked.mockReset();
  led.mockReset();
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', otpStatus: OTP.unbound }));
  drop = commands.register({ id: 'app.otp', label: () => 'Bind', run: led });
});
afterEach(() => drop());
const toastCount = () => getDefaultStore().get(toastLogAtom).length;

it('sees an app that was bound in another window, and leads nobody to bind one', async () => {
  asked.mockResolvedValue({ status: OTP.active });
  const before = toastCount();
  expect(await isBound('Force confirm')).toBe(true);
  expect(led).not.toHaveBeenCalled();
  expect(toastCount()).toBe(before);
});

it('leads who has none to bind one, without a server that answers too', async () => {
  asked.mockRejectedValue(new Error('away'));
  const before = toastCount();
  expect(await isBound('Force confirm')).toBe(false);
  expect(led).toHaveBeenCalledTimes(1);
  expect(toastCount()).toBe(before + 1);
});
