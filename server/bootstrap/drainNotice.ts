import type { Pool } from 'pg';
import type { Env } from '../platform/env.ts';
import type { AppDeps } from '../platform/http/deps.ts';

/** Longer than a balancer takes to find a failed probe. */
const NOTICE_S = 5;
const ANSWER_MS = 1_500;

const OTHERS = `select exists (
  select from lease where name like 'worker:%' and holder <> $1 and expires_at > now()) as others`;

/** Whether another server works on the same database; a database that does not say counts as shared. */
export async function hasOtherServers(pool: Pool, serverId: string): Promise<boolean> {
  const query = { text: OTHERS, values: [serverId], query_timeout: ANSWER_MS };
  const answer = await pool.query<{ others: boolean }>(query).catch(() => undefined);
  return answer?.rows[0]?.others ?? true;
}

/** How long a server that stops is still sent calls: a server that is alone has nobody to leave them to. */
export async function drainNoticeSeconds(
  { drainNoticeSeconds: setting, production }: Pick<Env, 'drainNoticeSeconds' | 'production'>,
  { pool, serverId }: Pick<AppDeps, 'pool' | 'serverId'>,
): Promise<number> {
  if (setting !== undefined) return setting;
  return production || (await hasOtherServers(pool, serverId)) ? NOTICE_S : 0;
}
