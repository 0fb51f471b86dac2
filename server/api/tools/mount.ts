import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { mountCaches } from './cache/mount.ts';
import { mountCode } from './code/mount.ts';
import { mountConsole } from './console/mount.ts';
import { mountRefused } from './refused.ts';
import { mountDatabase } from './database/mount.ts';
import { mountNames } from './names.ts';
import { mountSelfTest } from './test/mount.ts';
import { mountServerState } from './server/mount.ts';

/** What administrators look at and work with besides records: servers and caches. */
export function mountTools(app: FastifyInstance, deps: AppDeps): void {
  mountServerState(app, deps);
  mountCaches(app, deps);
  mountSelfTest(app, deps);
  mountDatabase(app, deps);
  mountConsole(app, deps);
  mountNames(app, deps);
  mountCode(app, deps);
  mountRefused(app, deps);
}
