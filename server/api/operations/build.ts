import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { EVERYONE } from '../../../contract/audience.ts';
import type { BuildAnswer, BuildInfo } from '../../../contract/buildInfo.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';

const ROOT = join(import.meta.dirname, '../../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What the build wrote; in development there is none. */
function buildInfo(): BuildInfo {
  try {
    return JSON.parse(read('dist/build.json')) as BuildInfo;
  } catch {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    return { version, builtAt: null, commits: [] };
  }
}

const DATABASE = `select current_setting('server_version') as version`;

async function runsOn({ pool }: AppDeps): Promise<BuildAnswer['runsOn']> {
  const { rows } = await pool.query<{ version: string }>(DATABASE);
  return [
    { name: 'Node.js', version: process.versions.node },
    { name: 'PostgreSQL', version: rows[0]!.version },
  ];
}

/** Which build is running, and since when. What changed in it and what it runs on is the platform's own. */
export function mountBuild(app: FastifyInstance, deps: AppDeps): void {
  const startedAt = deps.clock.now().toISOString();
  const info = buildInfo();
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/build/info',
    permission: { session: EVERYONE },
    summary: 'Version, time of build and start; for staff the changes in it and what it runs on',
    handler: async ({ caller }): Promise<BuildAnswer> =>
      caller.merchantId === null
        ? { ...info, startedAt, runsOn: await runsOn(deps) }
        : { ...info, commits: [], startedAt, runsOn: [] },
  });
}
