import { Secret, TOTP } from 'otpauth';
import { newId } from '../../server/platform/db/id.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { newSecret } from '../../server/identity/session/otp/totp.ts';
import { SECRETS_KEY, type TestServer } from './server.ts';

const STEP_MS = 30_000;

/** The code of one step of this secret. */
export const codeAt = (secret: string, milliseconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });

/** An app that is bound to a person. */
export interface Phone {
  secret: string;
  /** A code that was not given before; the clock goes on where none is left. */
  code(): string;
}

/** A phone for a secret that the person has bound, whose codes up to `used` are spent. */
export function phoneOf(server: TestServer, secret: string, used = 0): Phone {
  let last = used;
  return {
    secret,
    code() {
      const now = Math.floor(server.clock.now().getTime() / STEP_MS);
      last = Math.max(now, last + 1);
      // The step after this one is still right.
      if (last > now + 1) server.clock.advance((last - now - 1) * STEP_MS);
      return codeAt(secret, last * STEP_MS);
    },
  };
}

/** Binds an app to a person without the calls for it. */
export async function bindOtp(server: TestServer, userId: string): Promise<Phone> {
  const secret = newSecret();
  await server.database.pool.query(
    `insert into user_otp (id, tenant_id, user_id, secret_key, status)
     select $1, tenant_id, id, $3, 1 from sys_user where id = $2`,
    [newId(), userId, encryptSecret(SECRETS_KEY, secret)],
  );
  return phoneOf(server, secret);
}
