import type { Part, PartState } from '../../../../contract/selfTest.ts';
import { Rollback, transact } from '../../../platform/db/transaction.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { UNREADY_MS } from '../../../platform/http/clockOff.ts';
import { failureText } from '../../../platform/jobs/regularLog.ts';
import { newId } from '../../../platform/db/id.ts';
import { objectsOf } from '../../../platform/files/objects.ts';
import { settings } from '../../../platform/settings.ts';
import { smsGatewayOf } from '../../../platform/sms/gateway.ts';

export interface Tried {
  state: PartState;
  reason: string;
  values?: Readonly<Record<string, string | number>>;
}

const ok = (reason: string, values?: Tried['values']): Tried => ({
  state: 'ok',
  reason,
  ...(values && { values }),
});
const failed = (reason: string, values?: Tried['values']): Tried => ({
  ...ok(reason, values),
  state: 'failed',
});

/** What waits longer for its number is not sent to anybody. */
const EVENT_MS = 5_000;
const CONSOLE_MS = 2_000;
/** A number of a range that belongs to nobody (ITU E.164.2), for the sandbox that sends nothing. */
const NOBODY = '+999000000000';
/** Where the outbound client must not go: this machine, a private network, the metadata of clouds, the same in IPv6. */
const FORBIDDEN = ['http://127.0.0.1/', 'http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'];

async function database({ pool }: AppDeps): Promise<Tried> {
  const { rows } = await pool.query<{ version: string; used: number; most: number }>(
    `select current_setting('server_version') as version, current_setting('max_connections')::int as most,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as used`,
  );
  const { version = '', used = 0, most = 0 } = rows[0] ?? {};
  return ok('database', { version, used, most });
}

async function storage({ pool, storage: probe }: AppDeps): Promise<Tried> {
  if (probe.full) return failed('diskFull');
  await transact(pool, async (tx) => {
    await tx.query('update write_probe set written_at = clock_timestamp()');
    return new Rollback(undefined);
  });
  return ok('written');
}

async function clock({ clock: own }: AppDeps): Promise<Tried> {
  const ms = Math.round(own.aheadMs());
  return Math.abs(ms) > UNREADY_MS ? failed('clockOff', { ms }) : ok('clock', { ms });
}

async function worker({ pool, serverId }: AppDeps): Promise<Tried> {
  const { rows } = await pool.query<{ alive: boolean; late: number }>(
    `select exists (select from lease where name like 'worker:%' and holder = $1 and expires_at > now()) as alive,
       (select count(*)::int from graphile_worker._private_jobs
        where is_available and run_at < now() - interval '1 minute') as late`,
    [serverId],
  );
  const { alive = false, late = 0 } = rows[0] ?? {};
  if (!alive) return failed('noWorker');
  return late > 0 ? failed('lateJobs', { count: late }) : ok('worker');
}

async function events({ pool }: AppDeps): Promise<Tried> {
  const { rows } = await pool.query<{ ms: number | null; seq: string | null }>(
    `select (extract(epoch from clock_timestamp() - (select min(at) from outbox)) * 1000)::float8 as ms,
       (select max(seq)::text from event) as seq`,
  );
  const ms = Math.round(rows[0]?.ms ?? 0);
  return ms > EVENT_MS ? failed('lateEvents', { ms }) : ok('events', { seq: rows[0]?.seq ?? '0' });
}

async function outbound({ outbound: client }: AppDeps): Promise<Tried> {
  for (const address of FORBIDDEN)
    if (!(await client.refuses(address))) return failed('unguarded', { address });
  return ok('guarded', { count: FORBIDDEN.length });
}

async function sms(deps: AppDeps): Promise<Tried> {
  const gateway = smsGatewayOf(deps);
  if (!gateway) return { state: 'off', reason: 'noGateway' };
  // A message of a real gateway costs money and reaches somebody.
  if (deps.sms) return ok('gateway');
  await gateway.send({ phone: NOBODY, text: 'Paydesk: test' });
  return ok('sandbox');
}

/** Writes an object, reads it back and removes it. */
async function files({ pool, env }: AppDeps): Promise<Tried> {
  const wanted = (await settings(pool)).get('fileStore') === 's3';
  if (!env.s3) return wanted ? failed('noBucket') : ok('filesInDatabase');
  const { bucket } = env.s3;
  const objects = await objectsOf(env.s3);
  const [key, sent] = [`probe-${newId()}`, Buffer.from('Paydesk: test')];
  await objects.put(key, sent, 'text/plain');
  const parts: Buffer[] = [];
  for await (const part of await objects.read(key)) parts.push(part as Buffer);
  await objects.remove(key);
  if (!Buffer.concat(parts).equals(sent)) return failed('objectDiffers', { bucket });
  return ok(wanted ? 'filesInBucket' : 'bucketUnused', { bucket });
}

/** Whether the login of the SQL console can read its views, and nothing is asked of the database where it is off. */
async function sqlConsole({ env, console: access }: AppDeps): Promise<Tried> {
  if (!env.sqlConsole) return { state: 'off', reason: 'consoleOff' };
  if (!access) return failed('consoleRole');
  const session = access.open({ ms: CONSOLE_MS });
  try {
    await session.client.connect();
    await session.client.query('select 1');
    return ok('console');
  } finally {
    await session.end();
  }
}

const TRIES: Readonly<Record<Part, (deps: AppDeps) => Promise<Tried>>> = {
  database,
  storage,
  clock,
  worker,
  events,
  outbound,
  sms,
  files,
  console: sqlConsole,
};

/** Tries one part of this server; what it throws is the reason. */
export const tryPart = (deps: AppDeps, part: Part): Promise<Tried> =>
  TRIES[part](deps).catch((error: unknown) => failed('error', { text: failureText(error) || 'failed' }));
