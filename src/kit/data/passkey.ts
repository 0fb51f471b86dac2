import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from './call.ts';

/** Passkeys of this browser: what the server asks is passed to one, and its answer back. */

const library = () => import('@simplewebauthn/browser');

/** Browsers keep none for pages that are not at a safe address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in globalThis;

export interface PasskeyAsked {
  challengeId: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** @throws Error when the person or the authenticator says no */
export async function answerOf({ challengeId, options }: PasskeyAsked): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library();
  return { challengeId, response: await startAuthentication({ optionsJSON: options }) };
}

/** Gives up on a passkey that has not answered: the person goes another way. */
export const stopAnswer = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony();

/** What confirms one command in place of a one-time password. */
export async function proveByPasskey(): Promise<string> {
  const asked = await call<PasskeyAsked>('userPasskey/ask', {}, { customCatch: true });
  const { otp } = await call<{ otp: string }>('userPasskey/prove', await answerOf(asked), {
    customCatch: true,
  });
  return otp;
}

interface Begun {
  challengeId: string;
  options: PublicKeyCredentialCreationOptionsJSON;
}

/** Makes a passkey for the caller's account. @param password as it is sent */
export async function addPasskey(password: string, name: string): Promise<void> {
  const { challengeId, options } = await call<Begun>(
    'userPasskey/begin',
    { password },
    { customCatch: true },
  );
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON: options });
  await call('userPasskey/add', { challengeId, name, response }, { customCatch: true });
}
