import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdentityDenial } from '../../../../contract/identityRefusal.ts';
import { manners } from '../../../platform/http/anonymous.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { isFamilyUrl } from '../../../platform/http/familyBody.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { SharedBudget } from '../../../platform/http/sharedBudget.ts';
import { isSameSign, NONCE, SIGN_WINDOW_S } from '../../../platform/http/signing.ts';
import { requestDefaults } from '../../../platform/settings.ts';
import { attemptAnywhere, signInSubject } from '../attempts.ts';
import { sessionState } from '../sessionState.ts';
import { signCall } from './signature.ts';
import { findIdentity, type Identity, noteDenial, noteIdentityUse, spendIdentityNonce } from './store.ts';

/** No session has this id. */
const NO_SESSION = '0';
const SECONDS = /^\d{1,11}$/;
const MILLISECONDS = /^\d{12,14}$/;
const DIGEST = /^[\da-f]{64}$/;
const LONGEST_KEY = 64;
/** Refused calls of one address, a minute: beyond that nothing is read and nothing is kept. */
const DENIED_A_MINUTE = 300;
/** A secret for keys that nobody has, so that they take as long. */
const NOBODYS_SECRET = 'no such key';

/** What begins, proves or carries a session, and what makes other keys, is for a person. */
const PERSONS_ONLY =
  /^\/api\/(sysAuth|sysSms|sysOpenAccess|sysApp\/changeApp|sysUser\/changePwd|sysDatabase\/(console|openConsole|runStatement))(\/|$)/;

interface Headers {
  accessKey: string;
  timestamp: string;
  nonce: string;
  sign: string;
  digest: string | undefined;
}

const header = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

function headersOf({ headers }: FastifyRequest): Headers {
  return {
    accessKey: header(headers.accesskey),
    timestamp: header(headers.timestamp),
    nonce: header(headers.nonce),
    sign: header(headers.sign),
    digest: headers['body-sha256'] === undefined ? undefined : header(headers['body-sha256']),
  };
}

/** A call that names a key instead of a session. */
export const isSigned = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && header(headers.accesskey) !== '';

/** Who does not know the secret learns no more than that the signature does not fit. */
function denied(reason: IdentityDenial): Refused {
  const answer = reason === 'unknownKey' ? 'signature' : reason;
  return new Refused('openAccess', { reason: answer, says: `openAccess.${answer}` });
}

function shapeFault({ accessKey, timestamp, nonce, sign, digest }: Headers): IdentityDenial | undefined {
  if (MILLISECONDS.test(timestamp)) return 'milliseconds';
  const sound =
    accessKey.length <= LONGEST_KEY &&
    SECONDS.test(timestamp) &&
    NONCE.test(nonce) &&
    sign !== '' &&
    (digest === undefined || DIGEST.test(digest));
  return sound ? undefined : 'headers';
}

const isProven = (request: FastifyRequest, headers: Headers, secret: string): boolean => {
  const { accessKey, timestamp, nonce, sign, digest } = headers;
  const url = digest === undefined ? (request.url.split('?', 1)[0] ?? '') : request.url;
  return isSameSign(
    sign,
    signCall(secret, { method: request.method, url, accessKey, timestamp, nonce, digest }),
  );
};

/** What else keeps a call out that was signed with the secret. */
async function denialOf(
  deps: AppDeps,
  request: FastifyRequest,
  { timestamp, nonce, digest }: Headers,
  identity: Identity,
): Promise<IdentityDenial | undefined> {
  const now = deps.clock.now();
  const url = request.routeOptions.url ?? '';
  if (!identity.enabled) return 'disabled';
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > SIGN_WINDOW_S) return 'clock';
  if (!isFamilyUrl(url) || PERSONS_ONLY.test(url)) return 'route';
  if (identity.bodySigned && digest === undefined && request.method !== 'GET') return 'bodyUnsigned';
  return (await spendIdentityNonce(deps.pool, identity.id, nonce, now)) ? undefined : 'replay';
}

async function callerOf(deps: AppDeps, request: FastifyRequest, identity: Identity): Promise<Caller> {
  const person = await sessionState(deps.pool).person(identity.userId);
  if (!person) throw denied('disabled');
  if (person.mustChangePassword) throw new Refused('passwordChangeRequired');
  const { language, ...known } = person;
  const defaults = await requestDefaults(deps.pool);
  const own = manners(request, { ...defaults, locale: language ?? defaults.locale });
  return { ...known, ...own, sessionId: NO_SESSION, identity: identity.accessKey };
}

/** The body of a call is read after its signature: one that does not fit is noted with the others. */
export function noteBodyDenials(app: FastifyInstance, deps: AppDeps): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { identity } = request.caller;
    if (!identity || !(error instanceof Refused) || error.code !== 'openAccess') return;
    const found = await findIdentity(deps.pool, deps.env.secretsKey ?? '', identity);
    const path = request.url.split('?', 1)[0] ?? '';
    const call = { reason: 'body', method: request.method, path, ip: request.ip } as const;
    if (found) await noteDenial(deps.pool, found.id, call, deps.clock.now());
  });
}

/** Identifies the system that signs with the key of an identity: it acts as the person whom the key is bound to. */
export function signedIdentifier(deps: AppDeps) {
  const budget = new SharedBudget(deps.pool, 'denied identities', DENIED_A_MINUTE);

  /** Guesses are counted as those at a sign-in are: by key and address, and by key from everywhere. */
  async function countGuess(identity: Identity | undefined, headers: Headers, ip: string): Promise<void> {
    const who = signInSubject(
      identity
        ? { userId: `identity/${identity.id}` }
        : { unknownName: headers.accessKey.slice(0, LONGEST_KEY) },
    );
    await attemptAnywhere(
      deps.pool,
      { kind: 'identity', who, ip, trusted: false },
      deps.clock.now(),
      async () => false,
    );
  }

  async function refuse(
    request: FastifyRequest,
    reason: IdentityDenial,
    headers: Headers,
    identity?: Identity,
  ): Promise<Refused> {
    const { ip } = request;
    if (!(await budget.take(ip)).allowed) return new Refused('busy');
    if (reason === 'signature' || reason === 'unknownKey') await countGuess(identity, headers, ip);
    const path = request.url.split('?', 1)[0] ?? '';
    const { method } = request;
    if (identity) await noteDenial(deps.pool, identity.id, { reason, method, path, ip }, deps.clock.now());
    return denied(reason);
  }

  return async (request: FastifyRequest): Promise<Caller> => {
    const headers = headersOf(request);
    if (budget.isSpent(request.ip)) throw new Refused('busy');
    const fault = shapeFault(headers);
    if (fault === 'headers') throw await refuse(request, fault, headers);
    const identity = await findIdentity(deps.pool, deps.env.secretsKey ?? '', headers.accessKey);
    if (fault) throw await refuse(request, fault, headers, identity);
    const proven = isProven(request, headers, identity?.secret ?? NOBODYS_SECRET);
    if (!identity || !proven)
      throw await refuse(request, identity ? 'signature' : 'unknownKey', headers, identity);
    const denial = await denialOf(deps, request, headers, identity);
    if (denial) throw await refuse(request, denial, headers, identity);
    request.signedDigest = headers.digest;
    const caller = await callerOf(deps, request, identity);
    await noteIdentityUse(deps.pool, identity, deps.clock.now());
    return caller;
  };
}
