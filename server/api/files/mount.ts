import type { FastifyInstance } from 'fastify';
import type { SessionKeys } from '../../identity/session/keys.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { mountDownloads } from './downloads.ts';
import { mountUploads } from './uploads.ts';

export function mountFiles(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountUploads(app, deps);
  mountDownloads(app, deps, keys);
}
