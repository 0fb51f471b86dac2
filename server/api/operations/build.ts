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

/** Which build is running, and since when. What changed in it is the platform's own. */
export function mountBuild(app: FastifyInstance, { clock }: AppDeps): void {
  const startedAt = clock.now().toISOString();
  const info = buildInfo();
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/build/info',
    permission: { session: EVERYONE },
    summary: 'Version, time of build and start, and the changes in it for staff',
    handler: async ({ caller }): Promise<BuildAnswer> => ({
      ...info,
      commits: caller.merchantId === null ? info.commits : [],
      startedAt,
    }),
  });
}
