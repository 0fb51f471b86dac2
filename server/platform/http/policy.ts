import { isWebLink } from '../../../contract/pageLink.ts';
import type { Pool } from 'pg';
import { perDatabase } from '../db/pools.ts';
import { TtlCache } from '../ttlCache.ts';
import { SWITCH } from '../db/statuses.ts';

/** The content security policy (safety.md, Attacks); frames may show what the menu embeds and nothing else. */

const TTL_MS = 10_000;

/** Plain names and addresses: a wildcard would open the policy to everybody, a separator to anything. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/;

/** The origin of an address that may be embedded or linked to; undefined where it names no single one. */
export function linkOrigin(link: string): string | undefined {
  if (!isWebLink(link) || !URL.canParse(link)) return undefined;
  const { hostname, origin, username, password } = new URL(link);
  return HOST.test(hostname) && username === '' && password === '' ? origin : undefined;
}

async function frameOrigins(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ link: string }>(
    `select distinct is_link as link from sys_menu where is_iframe and is_link is not null
      and status = ${SWITCH.enabled}`,
  );
  const origins = rows.flatMap(({ link }) => linkOrigin(link) ?? []);
  return [...new Set(origins)];
}

export function policyText(frames: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

const cached = perDatabase((primary) => {
  const cache = new TtlCache<string>({ ttlMs: TTL_MS, name: 'policy', show: (text) => text });
  const load = async () => policyText(await frameOrigins(primary));
  return { read: () => cache.get('policy', load), forget: () => cache.clear() };
});

export const contentPolicy = (pool: Pool): Promise<string> => cached(pool).read();

export const forgetPolicy = (pool: Pool): void => cached(pool).forget();
