import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { mountDocsPass } from './docsRoutes.ts';
import type { SessionKeys } from './keys.ts';
import { mountLock } from './lockRoutes.ts';
import { mountLogin } from './loginRoutes.ts';
import { mountOwnSessions } from './ownSessions.ts';
import { mountOtp } from './otp/routes.ts';
import { mountPasskeys } from './passkeys/routes.ts';
import { mountSecondFactor } from './passkeys/secondFactor.ts';
import { mountPhoneLogin } from './phoneRoutes.ts';
import { mountProfile } from './profileRoutes.ts';
import { mountQr } from './qr/routes.ts';
import { mountSmKeys } from './smKeyRoutes.ts';

/** Sign-in, renewal, sign-out, lock screen and the caller's own profile. */
export function mountSession(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountLogin(app, deps, keys);
  mountPhoneLogin(app, deps, keys);
  mountQr(app, deps, keys);
  mountLock(app, deps, keys);
  mountProfile(app, deps, keys);
  mountOwnSessions(app, deps);
  mountDocsPass(app, deps, keys);
  mountSecondFactor(app, deps, keys);
  mountOtp(app, deps, keys);
  mountPasskeys(app, deps, keys);
  mountSmKeys(app);
}
