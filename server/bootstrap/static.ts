import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { declareScope } from '../platform/http/route.ts';

const YEAR_S = 31_536_000;

/** Every file of the built client, as paths from its root. */
function listed(root: string): Set<string> {
  const names = readdirSync(root, { recursive: true }).map((name) => String(name).split(sep).join('/'));
  return new Set(
    names.filter(
      (name) => statSync(join(root, name)).isFile() && !/\.(br|gz)$|^(manifest|build)\.json$/.test(name),
    ),
  );
}

/** The files by name, listed again once another build is there: its page names assets that the one before has not. */
function catalogue(root: string): { has: (path: string) => boolean } {
  const built = (): number | undefined =>
    statSync(join(root, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  let [known, at] = [listed(root), built()];
  return {
    has(path) {
      if (known.has(path)) return true;
      const now = built();
      if (now === undefined || now === at) return false;
      [known, at] = [listed(root), now];
      return known.has(path);
    },
  };
}

/** Addresses that are the page's, whatever is asked for. */
const ENTRANCES: ReadonlySet<string> = new Set(['', 'index.html', 'login']);

/**
 * The built client: compressed files next to the assets, hashed names cached for good, and the page itself for
 * every address that a person may type; what looks like a call or a file stays a 404.
 */
export async function mountStatic(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  const known = catalogue(root);
  await app.register(async (scope) => {
    declareScope(scope, 'anonymous');
    await scope.register(files, { root, serve: false, preCompressed: true });
    const page = (reply: FastifyReply) => reply.sendFile('index.html', { cacheControl: false });
    scope.get('/*', (request, reply) => {
      const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '/').replace(/^\/+/, '');
      if (known.has(path) && path !== 'index.html') {
        const hashed = path.startsWith('assets/');
        return reply.sendFile(path, { maxAge: hashed ? YEAR_S * 1000 : 3_600_000, immutable: hashed });
      }
      // Who only asks whether the product is there names no kind of answer.
      const wantsPage = ENTRANCES.has(path) || (request.headers.accept ?? '').includes('text/html');
      if (!wantsPage || /^(api|assets)\//.test(path)) return reply.callNotFound();
      reply.header('cache-control', 'no-cache');
      return page(reply);
    });
  });
}
