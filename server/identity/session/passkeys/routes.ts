import type { FastifyInstance } from 'fastify';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import * as z from 'zod';
import { EVERYONE } from '../../../../contract/audience.ts';
import { OTP } from '../../../../contract/otp.ts';
import { type Write, writeRoute } from '../../../engine/writeRoute.ts';
import { newId } from '../../../platform/db/id.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { required } from '../../../platform/http/required.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import type { SessionKeys } from '../keys.ts';
import { proveAgain } from '../signIn.ts';
import { type Answer, askFor, proofOf, proveByPasskey } from './ceremony.ts';
import { relyingParty } from './relyingParty.ts';
import { keepChallenge, passkeysOf, takeChallenge } from './store.ts';

const SELF = { session: EVERYONE } as const;
const PER_MINUTE = 30;

const OWN = `select id::text, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
  from sys_passkey where user_id = $1 order by id`;
const ADD = `insert into sys_passkey (id, user_id, credential_id, public_key, counter, transports, backed_up, name)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`;
const IS_BOUND = `select 1 from user_otp where user_id = $1 and status = ${OTP.active}`;

/**
 * Signatures that every authenticator makes one of. The library's own list has ML-DSA as well where this version of Node.js
 * offers it for trial: a passkey must outlive a trial.
 */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** What a browser's authenticator says is checked by the library; here only its size is. */
const fromBrowser = z.looseObject({ id: z.string().max(1000) });
const id = z.string().regex(/^\d{1,19}$/);
const name = z.string().trim().min(1).max(60);

async function askPassword(
  deps: AppDeps,
  keys: SessionKeys,
  { caller, body }: Call<Record<string, unknown>>,
): Promise<void> {
  const { password } = required(body, ['password'], { locales: deps.locales, locale: caller.locale });
  await proveAgain(deps, keys, { kind: 'otp', userId: caller.userId, password, ip: caller.ip });
}

/** Who has no app has no way in without the passkey, and none that an administrator could take back. */
async function beginRegistration(deps: AppDeps, { caller, request }: Call): Promise<unknown> {
  const { userId, account, realName } = caller;
  if ((await deps.pool.query(IS_BOUND, [userId])).rowCount === 0) throw new Refused('otpUnbound');
  const party = relyingParty(deps, request);
  const own = await passkeysOf(deps.pool, userId);
  const options = await generateRegistrationOptions({
    rpName: 'Paydesk',
    rpID: party.id,
    userName: account,
    userDisplayName: realName,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ id: credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const { challenge } = options;
  const challengeId = await keepChallenge(
    deps.pool,
    { userId, purpose: 'register', challenge },
    deps.clock.now(),
  );
  return { challengeId, options };
}

const registration = z.object({ challengeId: id, name, response: fromBrowser });

async function register(
  deps: AppDeps,
  { caller, body, tx, request }: Write<z.output<typeof registration>>,
): Promise<unknown> {
  const party = relyingParty(deps, request);
  const asked = await takeChallenge(tx, body.challengeId, 'register', deps.clock.now());
  if (asked?.userId !== caller.userId) throw new Refused('passkeyWrong');
  const found = await verifyRegistrationResponse({
    response: body.response as unknown as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!found?.verified) throw new Refused('passkeyWrong');
  const { credential, credentialBackedUp } = found.registrationInfo;
  const rowId = newId();
  await tx.query(ADD, [
    rowId,
    caller.userId,
    credential.id,
    Buffer.from(credential.publicKey),
    credential.counter,
    JSON.stringify(credential.transports ?? []),
    credentialBackedUp,
    body.name,
  ]);
  return { id: rowId };
}

async function ownRow(rows: Promise<{ rowCount: number | null }>): Promise<true> {
  if ((await rows).rowCount !== 1) throw new Refused('notFound');
  return true;
}

/** A person's own passkeys: listed, added, renamed, deleted. */
function mountOwn(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'GET',
    url: '/api/userPasskey/own',
    permission: SELF,
    summary: "The caller's own passkeys",
    handler: async ({ caller }) => (await deps.pool.query(OWN, [caller.userId])).rows,
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/userPasskey/begin',
    permission: SELF,
    perMinute: PER_MINUTE,
    body: z.looseObject({}),
    summary: 'Begin to add a passkey, by the current password: what the browser passes to it',
    handler: async (call) => {
      await askPassword(deps, keys, call);
      return beginRegistration(deps, call);
    },
  });
  writeRoute(app, deps, {
    url: '/api/userPasskey/add',
    permission: SELF,
    body: registration,
    summary: 'Add a passkey by what it answered',
    handler: (write) => register(deps, write),
  });
  writeRoute(app, deps, {
    url: '/api/userPasskey/rename',
    permission: SELF,
    body: z.object({ id, name }),
    summary: 'Rename a passkey of one’s own',
    handler: ({ tx, caller, body }) =>
      ownRow(
        tx.query('update sys_passkey set name = $3, version = version + 1 where id = $1 and user_id = $2', [
          body.id,
          caller.userId,
          body.name,
        ]),
      ),
  });
  writeRoute(app, deps, {
    url: '/api/userPasskey/delete',
    permission: SELF,
    body: z.looseObject({ id }),
    summary: 'Delete a passkey of one’s own, by the current password',
    prepare: (call) => askPassword(deps, keys, call),
    handler: ({ tx, caller, body }) =>
      ownRow(tx.query('delete from sys_passkey where id = $1 and user_id = $2', [body.id, caller.userId])),
  });
}

/** What a passkey proves of a person who is signed in. */
function mountProof(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/userPasskey/ask',
    permission: SELF,
    perMinute: PER_MINUTE,
    summary: 'What the browser passes to a passkey that is to confirm a command',
    handler: async ({ caller, request }) => {
      const asked = await askFor(deps, relyingParty(deps, request), caller.userId, 'confirm');
      if (!asked) throw new Refused('passkeyWrong');
      return asked;
    },
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/userPasskey/prove',
    permission: SELF,
    perMinute: PER_MINUTE,
    body: z.object({ challengeId: id, response: fromBrowser }),
    summary: 'The answer of a passkey, for what confirms one command in place of a one-time password',
    handler: async ({ caller, request, body }) => {
      const whose = await proveByPasskey(
        deps,
        relyingParty(deps, request),
        body as unknown as Answer,
        'confirm',
      );
      if (whose !== caller.userId) throw new Refused('passkeyWrong');
      return { otp: await proofOf(deps, whose) };
    },
  });
}

export function mountPasskeys(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountOwn(app, deps, keys);
  mountProof(app, deps);
}
