import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import type { SessionKeys } from '../keys.ts';
import { confirmByOtp } from '../otp/confirm.ts';
import { startSession } from '../startSession.ts';
import { type Answer, type Asked, askFor, proveByPasskey } from './ceremony.ts';
import { relyingParty } from './relyingParty.ts';
import { keepChallenge, passkeysOf, seeChallenge, takeChallenge } from './store.ts';

/** On an address that passkeys are not good for the app's code remains. */
async function ask(
  deps: AppDeps,
  { request }: Call,
  userId: string,
): Promise<Asked | { challengeId: string }> {
  try {
    const asked = await askFor(deps, relyingParty(deps, request), userId, 'signIn');
    if (asked) return asked;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  const given = { userId, purpose: 'signIn', challenge: '' } as const;
  return { challengeId: await keepChallenge(deps.pool, given, deps.clock.now()) };
}

/**
 * Lets somebody in who has proved the first factor, whatever it was. @throws Refused secondFactor with what to answer,
 * for a person with passkeys
 */
export async function letIn(deps: AppDeps, keys: SessionKeys, call: Call, userId: string): Promise<unknown> {
  if ((await passkeysOf(deps.pool, userId)).length > 0)
    throw new Refused('secondFactor', { ...(await ask(deps, call, userId)) });
  return startSession(deps, keys, call, userId);
}

const answer = z.object({
  challengeId: z.string().regex(/^\d{1,19}$/),
  response: z.looseObject({ id: z.string().max(1000) }).optional(),
  code: z.string().max(20).optional(),
});

/** Of a wrong code the challenge stays, so that the next one needs no password: the codes are counted by themselves. */
async function byCode(deps: AppDeps, challengeId: string, code: string): Promise<string> {
  const now = deps.clock.now();
  const asked = await seeChallenge(deps.pool, challengeId, 'signIn', now);
  if (!asked) throw new Refused('passkeyWrong');
  const action = 'sysAuth/secondFactor';
  await confirmByOtp(deps, { userId: asked.userId, code, action, commandKey: challengeId });
  if (!(await takeChallenge(deps.pool, challengeId, 'signIn', now))) throw new Refused('passkeyWrong');
  return asked.userId;
}

export function mountSecondFactor(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysAuth/secondFactor',
    anyClock: true,
    permission: 'anonymous',
    perMinute: 60,
    body: answer,
    summary: 'End a sign-in by a passkey, or by a one-time password in its place',
    handler: async (call) => {
      const { challengeId, response, code } = call.body;
      const userId = response
        ? await proveByPasskey(
            deps,
            relyingParty(deps, call.request),
            { challengeId, response } as unknown as Answer,
            'signIn',
          )
        : await byCode(deps, challengeId, code?.trim() ?? '');
      return startSession(deps, keys, call, userId);
    },
  });
}
