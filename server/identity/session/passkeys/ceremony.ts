import { randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { PASSKEY_PROOF } from '../../../../contract/otp.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { digest } from '../tokens.ts';
import type { RelyingParty } from './relyingParty.ts';
import { keepChallenge, keepProof, passkeysOf, takeChallenge } from './store.ts';

export interface Asked {
  challengeId: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

type Use = 'signIn' | 'confirm';

/** Money needs the person at the device, not the device alone. */
const VERIFICATION = { signIn: 'preferred', confirm: 'required' } as const;

/** What the browser passes to a passkey of this person; undefined for who has none. */
export async function askFor(
  deps: AppDeps,
  party: RelyingParty,
  userId: string,
  purpose: Use,
): Promise<Asked | undefined> {
  const own = await passkeysOf(deps.pool, userId);
  if (own.length === 0) return undefined;
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: own.map(({ id, transports }) => ({ id, transports: transports ?? [] })),
    userVerification: VERIFICATION[purpose],
  });
  const { challenge } = options;
  const challengeId = await keepChallenge(deps.pool, { userId, purpose, challenge }, deps.clock.now());
  return { challengeId, options };
}

export interface Answer {
  challengeId: string;
  response: AuthenticationResponseJSON;
}

const USED = `update sys_passkey set counter = $2, last_used_at = $3, backed_up = $4 where id = $1`;

/** Checks the answer of a passkey. @returns whose it is @throws Refused passkeyWrong */
export async function proveByPasskey(
  deps: AppDeps,
  party: RelyingParty,
  { challengeId, response }: Answer,
  purpose: Use,
): Promise<string> {
  const now = deps.clock.now();
  const asked = await takeChallenge(deps.pool, challengeId, purpose, now);
  if (!asked) throw new Refused('passkeyWrong');
  const passkey = (await passkeysOf(deps.pool, asked.userId)).find(({ id }) => id === response.id);
  if (!passkey) throw new Refused('passkeyWrong');
  // An answer that cannot be read is a wrong one.
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: passkey,
    requireUserVerification: VERIFICATION[purpose] === 'required',
  }).catch(() => undefined);
  if (!found?.verified) throw new Refused('passkeyWrong');
  const { newCounter, credentialBackedUp } = found.authenticationInfo;
  await deps.pool.query(USED, [passkey.rowId, newCounter, now, credentialBackedUp]);
  return asked.userId;
}

/** What confirms one command in place of a code, for a moment. */
export async function proofOf(deps: AppDeps, userId: string): Promise<string> {
  const proof = `${PASSKEY_PROOF}${randomBytes(16).toString('base64url')}`;
  await keepProof(deps.pool, userId, digest(proof), deps.clock.now());
  return proof;
}
