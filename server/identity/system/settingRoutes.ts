import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';

const LONGEST = 64 * 1024;
const MOST_KEYS = 500;

const body = z.strictObject({
  key: z.string().min(1).max(100),
  value: z.unknown(),
  version: z.int32().min(0),
});

async function insert(
  tx: PoolClient,
  userId: string,
  key: string,
  value: string,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    `insert into user_setting (user_id, key, value) select $1, $2, $3::jsonb
      where (select count(*) from user_setting where user_id = $1) < $4
     on conflict (user_id, key) do nothing returning version`,
    [userId, key, value, MOST_KEYS],
  );
  return rows[0]?.version;
}

async function update(
  tx: PoolClient,
  userId: string,
  key: string,
  value: string,
  version: number,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    `update user_setting set value = $3::jsonb, version = version + 1, updated_at = now()
      where user_id = $1 and key = $2 and version = $4 returning version`,
    [userId, key, value, version],
  );
  return rows[0]?.version;
}

/** What a person set, kept under a version so that two tabs do not undo each other. */
async function save(
  tx: PoolClient,
  userId: string,
  given: z.output<typeof body>,
): Promise<{ version: number }> {
  const text = JSON.stringify(given.value ?? null);
  if (Buffer.byteLength(text) > LONGEST) throw new Refused('tooLarge');
  const { key, version } = given;
  const next =
    version === 0 ? await insert(tx, userId, key, text) : await update(tx, userId, key, text, version);
  if (next !== undefined) return { version: next };
  const { rows } = await tx.query<{ version: number }>(
    'select version from user_setting where user_id = $1 and key = $2',
    [userId, key],
  );
  throw rows[0]
    ? new Refused('staleVersion', { version: rows[0].version })
    : new Refused(version === 0 ? 'tooManyRows' : 'notFound', { max: MOST_KEYS });
}

export function mountUserSettings(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/userSetting/all',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: "The caller's own settings by key",
    handler: async ({ caller }) => {
      const { rows } = await deps.pool.query<{ key: string; value: unknown; version: number }>(
        'select key, value, version from user_setting where user_id = $1',
        [caller.userId],
      );
      return Object.fromEntries(rows.map(({ key, value, version }) => [key, { value, version }]));
    },
  });
  writeRoute(app, deps, {
    url: '/api/userSetting/save',
    anyClock: true,
    permission: { session: EVERYONE },
    body,
    summary: 'Keep a setting; version 0 for a new one',
    handler: ({ caller, body: given, tx }) => save(tx, caller.userId, given),
  });
}
