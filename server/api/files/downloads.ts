import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { FileUsage } from '../../../contract/fileUsage.ts';
import { EVERYONE } from '../../../contract/audience.ts';
import { isId } from '../../../contract/id.ts';
import { idSchema } from '../../../contract/validate.ts';
import { callerByBinding } from '../../identity/session/byBinding.ts';
import { bearer, identify } from '../../identity/session/authenticate.ts';
import type { SessionKeys } from '../../identity/session/keys.ts';
import { typeOfSuffix } from '../../platform/files/kind.ts';
import { ROOT } from '../../platform/files/keep.ts';
import { readBytes } from '../../platform/files/place.ts';
import { fileUsage } from '../../platform/files/quota.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Call, route } from '../../platform/http/route.ts';
import {
  addressOf,
  familyFile,
  type FileRow,
  filesAbout,
  filesById,
  readable,
  readableFile,
} from './rows.ts';

/** A file is a document of nobody: it runs nothing and loads nothing. */
const POLICY = "default-src 'none'; sandbox";

/** The name in the letters of the header, and as it is. */
const named = (disposition: string, name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const all = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${all}`;
};

async function send(deps: AppDeps, reply: FastifyReply, file: FileRow, disposition: 'inline' | 'attachment') {
  const bytes = await readBytes(deps, file);
  return reply
    .type(typeOfSuffix(file.suffix).type)
    .header('content-disposition', named(disposition, `${file.fileName}${file.suffix}`))
    .header('content-length', file.size)
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}

/** Whoever asks for an address: by their token, or, where a page shows it, by the binding of their browser. */
async function whoAsks(
  deps: AppDeps,
  keys: SessionKeys,
  { request, reply }: Call,
): Promise<Caller | undefined> {
  if (!bearer(request.headers.authorization)) return callerByBinding(deps, request);
  return identify(deps, keys, request, reply).catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
}

const NAME = /^(\d{1,19})(\.[a-z]{3,4})$/;

async function byAddress(deps: AppDeps, keys: SessionKeys, call: Call): Promise<unknown> {
  const { request, reply } = call;
  const path = `/${ROOT}/${(request.params as { '*': string })['*']}`;
  const id = NAME.exec(path.split('/').at(-1) ?? '')?.[1];
  const [file] = id && isId(id) ? await filesById(deps.pool, [id]) : [];
  if (!file || addressOf(file) !== path) return reply.callNotFound();
  if (!file.isPublic) {
    const caller = await whoAsks(deps, keys, call);
    if (!caller || (await readable(deps, caller, [file])).length === 0) return reply.callNotFound();
  }
  const etag = `"${file.id}"`;
  // Its bytes never change; who may read them does.
  reply
    .header('cache-control', file.isPublic ? 'private, max-age=300' : 'private, no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return send(deps, reply, file, typeOfSuffix(file.suffix).picture ? 'inline' : 'attachment');
}

async function base64Of(deps: AppDeps, caller: Caller, address: string): Promise<string> {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  const id = NAME.exec(path.split('/').at(-1) ?? '')?.[1];
  if (!id || !isId(id)) throw new Refused('notFound');
  const file = await readableFile(deps, caller, id);
  const parts: Buffer[] = [];
  for await (const part of await readBytes(deps, file)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('base64');
}

function mountRows(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysFile/file',
    permission: { session: EVERYONE },
    query: z.looseObject({ id: idSchema }),
    summary: 'What is known of a file',
    handler: async ({ caller, query }) => familyFile(await readableFile(deps, caller, query.id), caller),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysFile/usage',
    permission: { anyOf: ['sysFile:page', 'sysFile:uploadFile'] },
    summary: 'How much the caller keeps in files and may keep; of everybody to super administrators',
    handler: async ({ caller }): Promise<FileUsage> => {
      const { all, allMost, ...own } = await fileUsage(deps.pool, caller.userId);
      return isSuper(caller) ? { ...own, all, allMost } : own;
    },
  });
  const text = z.string().max(60).optional();
  route(app, {
    method: 'GET',
    url: '/api/sysFile/relationFiles',
    permission: { session: EVERYONE },
    query: z.looseObject({
      relationName: text,
      relationId: text,
      belongId: text,
      fileTypes: z
        .union([
          z.array(z.string().max(60)).max(20),
          z
            .string()
            .max(60)
            .transform((one) => [one]),
        ])
        .optional(),
    }),
    summary: 'Files about one thing',
    handler: async ({ caller, query }) => {
      // Everything there is would be about nothing.
      if (!query.relationName && !query.relationId && !query.belongId) return [];
      return (await filesAbout(deps, caller, query)).map((file) => familyFile(file, caller));
    },
  });
}

function mountBytes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysFile/preview/:id',
    permission: { session: EVERYONE },
    summary: 'A file, to be looked at',
    handler: async ({ caller, request, reply }) => {
      const { id } = request.params as { id: string };
      return send(deps, reply, await readableFile(deps, caller, isId(id) ? id : '0'), 'inline');
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysFile/downloadFile',
    permission: { session: EVERYONE },
    body: z.looseObject({ id: idSchema }),
    summary: 'A file, to be kept',
    handler: async ({ caller, body, reply }) =>
      send(deps, reply, await readableFile(deps, caller, body.id), 'attachment'),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysFile/downloadFileBase64',
    permission: { session: EVERYONE },
    body: z.string().max(300),
    summary: 'The file at an address, as base64',
    handler: ({ caller, body }) => base64Of(deps, caller, body),
  });
}

export function mountDownloads(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountRows(app, deps);
  mountBytes(app, deps);
  route(app, {
    method: 'GET',
    url: '/upload/*',
    permission: 'anonymous',
    summary: 'A file by its address: pictures to be shown, the rest to be kept',
    handler: (call) => byAddress(deps, keys, call),
  });
}
