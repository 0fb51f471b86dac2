import type { Pool } from 'pg';
import { existingSecretsKey } from '../../../platform/secretsKey.ts';
import { newId } from '../../../platform/db/id.ts';
import { StartError } from '../../../platform/db/startError.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { runCommand, visit } from '../../../platform/db/databaseCommand.ts';
import { parseEnv } from '../../../platform/env.ts';
import { emit } from '../../../platform/events/outbox.ts';
import { decryptSecret } from '../../../platform/secrets.ts';
import { unbind } from './unbind.ts';

interface Bound {
  id: string;
  userId: string;
  account: string;
  secret: string | null;
}

const FIND = `select o.id::text, u.id::text as "userId", u.account, o.secret_key as secret
  from sys_user u join user_otp o on o.user_id = u.id where lower(u.account) = lower($1) for update of o`;
// No merchant's: only those who see everything read it.
const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, remark, resource)
  values ($1, $2, $3, 0, 'resetOtp', 'local command', $4, 'userOtp')`;

/** Whoever reads the database but not its secrets may not let themselves in. */
function refuseStranger(secretsKey: string, secret: string): void {
  try {
    decryptSecret(secretsKey, secret);
  } catch {
    throw new StartError('SECRETS_KEY is not the key of this database; nothing was changed.');
  }
}

async function reset(pool: Pool, secretsKey: string, account: string): Promise<string> {
  return transact(pool, async (tx) => {
    const bound = (await tx.query<Bound>(FIND, [account])).rows[0];
    if (!bound?.secret) throw new StartError(`Nobody called ${account} has bound an app.`);
    refuseStranger(secretsKey, bound.secret);
    await unbind(tx, bound.userId);
    const logId = newId();
    await tx.query(LOG, [logId, bound.id, bound.account, 'reset on the machine of the server']);
    await emit(tx, 'userOtp', bound.id, 'update');
    await emit(tx, 'orderLog', logId, 'add');
    return bound.account;
  });
}

/** The way back for somebody whom nobody else can let in: `npm run otp:reset -- <account>`. */
await runCommand('The OTP cannot be reset', async () => {
  const account = process.argv[2];
  if (!account) throw new StartError('Say whose: npm run otp:reset -- <account>');
  const env = parseEnv(process.env);
  const key = existingSecretsKey(env);
  if (!key) throw new StartError(`There is no secrets-key in ${env.dataDir}; set SECRETS_KEY or DATA_DIR.`);
  const done = await visit(env, (pool) => reset(pool, key, account));
  process.stdout.write(`The OTP of ${done} is reset; bind an app at the next sign-in.\n`);
  return 0;
});
