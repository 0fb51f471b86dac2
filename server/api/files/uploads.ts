import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { isId } from '../../../contract/id.ts';
import { type Write, writeRoute } from '../../engine/writeRoute.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { refuseFile } from '../../platform/files/fileRefusal.ts';
import { keepFile, MOST_FILE, type Placed, type SoundFile, soundFile } from '../../platform/files/keep.ts';
import { placeBytes, type Placing, RELEASE } from '../../platform/files/place.ts';
import { readMultipart, type Sent } from '../../platform/files/multipart.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Call } from '../../platform/http/route.ts';
import { familyFile, filesById } from './rows.ts';

const MAY_UPLOAD = { anyOf: ['sysFile:uploadFile'] };
/** Of a form with one file: a file that is a little too large is refused by its reader, which says why. */
const ONE = MOST_FILE + (2 << 20);
const SEVERAL = 4 * MOST_FILE;
/** Base64 is a third longer. */
const AS_TEXT = Math.ceil(ONE * 1.4);
const MOST_AT_ONCE = 20;
const AVATAR_PIXELS = 256;

const sentOf = ({ body }: { body: unknown }): Sent => body as Sent;

/** What makes two uploads the same: the boundary of the form differs each time. */
const asked = (call: { body: unknown }) => {
  const { fields, files } = sentOf(call);
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  return { fields, files: files.map(({ name, bytes }) => [name, hashOf(bytes)]) };
};

const PATH = /^[\w-]{1,40}(?:\/[\w-]{1,40}){0,4}$/;

const short = (value: string | undefined, most: number): string | null => {
  const text = value?.trim() ?? '';
  if (text.length > most) throw new Refused('validation');
  return text === '' ? null : text;
};
/** An id of something else; the family's forms send 0 for none. */
const idOf = (value: string | undefined): string | null => {
  const text = short(value, 40);
  return text !== null && isId(text) ? text : null;
};

/** @throws Refused of a path that is none of our own */
function placedBy(caller: Caller, fields: Sent['fields']): Placed {
  const path = short(fields.path, 200)?.replace(/^\/+|\/+$/g, '') || null;
  if (path !== null && !PATH.test(path)) throw refuseFile('filePath');
  return {
    tenantId: caller.tenantId,
    userId: caller.userId,
    isPublic: ['true', '1'].includes(fields.isPublic ?? ''),
    fileType: short(fields.fileType, 60),
    path,
    relationName: short(fields.relationName, 60),
    relationId: idOf(fields.relationId),
    belongId: idOf(fields.belongId),
  };
}

/** A file whose bytes are where they are to be, as far as that is outside the database. */
interface PlacedFile extends SoundFile {
  placing: Placing;
}

/** One after the other; what was sent of files that are refused later is removed again. */
async function placeAll(deps: AppDeps, sound: readonly SoundFile[]): Promise<PlacedFile[]> {
  const all: PlacedFile[] = [];
  for (const file of sound) all.push({ ...file, placing: await placeBytes(deps, file) });
  return all;
}

async function kept(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  files: readonly PlacedFile[],
  placed: Placed,
) {
  const ids: string[] = [];
  for (const file of files) ids.push((await keepFile(deps, tx, file, placed, file.placing)).id);
  return (await filesById(tx, ids)).map((file) => familyFile(file, caller));
}

interface Ready {
  files: PlacedFile[];
  placed: Placed;
}

async function readied(deps: AppDeps, { caller, ...call }: Call, most: number): Promise<Ready> {
  const { fields, files } = sentOf(call);
  if (files.length === 0) throw refuseFile('fileNone');
  if (files.length > most) throw refuseFile('fileMany', { most });
  const placed = placedBy(caller, fields);
  const sound: SoundFile[] = [];
  for (const file of files) sound.push(await soundFile(file));
  return { files: await placeAll(deps, sound), placed };
}

function mountForms(scope: FastifyInstance, deps: AppDeps): void {
  const keepAll = ({ tx, caller, prepared }: Write<unknown, unknown, Ready>) =>
    kept(deps, tx, caller, prepared.files, prepared.placed);
  writeRoute(scope, deps, {
    url: '/api/sysFile/uploadFile',
    permission: MAY_UPLOAD,
    bodyLimit: ONE,
    summary: 'Keep a file: a picture of at most 5 MiB, another of at most 10 MiB',
    asked,
    prepare: (call) => readied(deps, call, 1),
    handler: async (write) => (await keepAll(write))[0],
  });
  writeRoute(scope, deps, {
    url: '/api/sysFile/uploadFiles',
    permission: MAY_UPLOAD,
    bodyLimit: SEVERAL,
    summary: 'Keep several files, all or none',
    asked,
    prepare: (call) => readied(deps, call, MOST_AT_ONCE),
    handler: keepAll,
  });
}

const asText = z.looseObject({
  fileDataBase64: z.string().min(1),
  fileName: z.string().min(1).max(255),
  path: z.string().nullish(),
  fileType: z.string().nullish(),
  isPublic: z.union([z.boolean(), z.string()]).nullish(),
  relationName: z.string().nullish(),
  relationId: z.union([z.string(), z.number()]).nullish(),
  belongId: z.union([z.string(), z.number()]).nullish(),
});

function mountAsText(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/sysFile/uploadFileFromBase64',
    permission: MAY_UPLOAD,
    bodyLimit: AS_TEXT,
    body: asText,
    summary: 'Keep a file that was sent as base64',
    prepare: async ({ caller, body: { fileDataBase64, fileName, ...fields } }): Promise<Ready> => {
      const bytes = Buffer.from(fileDataBase64.replace(/^data:[^,]{0,200},/, ''), 'base64');
      const texts = Object.entries(fields).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)] as const],
      );
      return {
        placed: placedBy(caller, Object.fromEntries(texts)),
        files: await placeAll(deps, [await soundFile({ name: fileName, bytes })]),
      };
    },
    handler: async ({ tx, caller, prepared }) =>
      (await kept(deps, tx, caller, prepared.files, prepared.placed))[0],
  });
}

const REPLACED = `with gone as (delete from sys_file where user_id = $1 and relation_name = $2 and relation_id = $1::text
  returning bucket, id, suffix) ${RELEASE}`;

/** What of a person's own record names a picture of theirs. */
const OWN_PICTURES = {
  avatar: {
    url: '/api/sysFile/uploadAvatar',
    summary: "Set the caller's own picture",
    set: 'update sys_user set avatar = $2, updated_at = $3, updated_by = $1, version = version + 1 where id = $1',
    // It is shown wherever the person is named.
    isPublic: true,
    square: AVATAR_PIXELS,
  },
  signature: {
    url: '/api/sysFile/uploadSignature',
    summary: "Set the caller's own signature",
    set: 'update sys_user set signature = $2, updated_at = $3, updated_by = $1, version = version + 1 where id = $1',
    isPublic: false,
    square: undefined,
  },
} as const;

function mountOwnPictures(scope: FastifyInstance, deps: AppDeps): void {
  for (const [relationName, { url, summary, set, isPublic, square }] of Object.entries(OWN_PICTURES))
    writeRoute(scope, deps, {
      url,
      permission: { session: EVERYONE },
      bodyLimit: ONE,
      summary,
      asked,
      prepare: async (call): Promise<PlacedFile[]> => {
        const [file] = sentOf(call).files;
        if (!file) throw refuseFile('fileNone');
        const sound = await soundFile(file, square);
        if (!['png', 'jpg', 'gif'].includes(sound.kind)) throw refuseFile('filePicture');
        return placeAll(deps, [sound]);
      },
      handler: async ({ tx, caller, prepared, onCommit }) => {
        const { userId, tenantId } = caller;
        await tx.query('select 1 from sys_user where id = $1 for update', [userId]);
        await tx.query(REPLACED, [userId, relationName]);
        const placed = { tenantId, userId, isPublic, relationName, relationId: userId };
        const [row] = await kept(deps, tx, caller, prepared, placed);
        await tx.query(set, [userId, row!.url, deps.clock.now()]);
        onCommit(() => sessionState(deps.pool).forgetPeople());
        return row;
      },
    });
}

/** Files come in as forms, read as a whole before they are kept; as base64 in JSON too. */
export function mountUploads(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      (request: FastifyRequest, body: Buffer) => readMultipart(body, request.headers['content-type'] ?? ''),
    );
    mountForms(scope, deps);
    mountOwnPictures(scope, deps);
  });
  mountAsText(app, deps);
}
