import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import { emit } from '../events/outbox.ts';
import { refuseFile } from './fileRefusal.ts';
import { checkedKind, isPicture, type KeptKind, readName } from './kind.ts';
import type { SentFile } from './multipart.ts';
import { drawAgain } from './picture.ts';
import type { AppDeps } from '../http/deps.ts';
import { nameBytes, type Placing } from './place.ts';
import { checkQuota } from './quota.ts';

export const MOST_PICTURE = 5 << 20;
export const MOST_FILE = 10 << 20;
const MIB = 1 << 20;

/** A file that may be kept: what it is was read from its bytes. */
export interface SoundFile {
  /** Without its suffix. */
  name: string;
  kind: KeptKind;
  bytes: Buffer;
}

/**
 * Reads a file that somebody sent and makes it safe to hand out. `square`: a picture in this size, and nothing else.
 * @throws Refused with what is wrong with it
 */
export async function soundFile({ name: given, bytes }: SentFile, square?: number): Promise<SoundFile> {
  const { name, kind: named } = readName(given);
  if (bytes.length > MOST_FILE) throw refuseFile('fileLarge', { most: MOST_FILE / MIB });
  const kind = await checkedKind(bytes, named);
  if (!isPicture(kind)) {
    if (square !== undefined) throw refuseFile('filePicture');
    return { name, kind, bytes };
  }
  if (bytes.length > MOST_PICTURE) throw refuseFile('fileLargePicture', { most: MOST_PICTURE / MIB });
  const drawn = await drawAgain(bytes, kind, square);
  // A picture of noise grows as it is drawn again.
  if (drawn.bytes.length > MOST_FILE) throw refuseFile('fileLargePicture', { most: MOST_PICTURE / MIB });
  return { name, ...drawn };
}

/** Whose a file is, what it is about and who may read it. */
export interface Placed {
  tenantId: string;
  userId: string;
  isPublic: boolean;
  fileType?: string | null;
  /** Below `upload`. */
  path?: string | null;
  relationName?: string | null;
  relationId?: string | null;
  belongId?: string | null;
}

/** The first part of the address of every file. */
export const ROOT = 'upload';

const INSERT = `insert into sys_file (id, tenant_id, user_id, file_name, suffix, size, size_kb, file_md5, file_path, file_type,
    is_public, relation_name, relation_id, belong_id, bucket, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $3)`;

/**
 * Keeps a file with its row in this transaction; its bytes in the database, if they are nowhere yet.
 * @returns its id and address on this server
 * @throws Refused of one more than may be kept
 */
export async function keepFile(
  deps: Pick<AppDeps, 'pool'>,
  tx: PoolClient,
  { name, kind, bytes }: SoundFile,
  placed: Placed,
  placing: Placing = { id: newId(), bucket: null },
): Promise<{ id: string; url: string }> {
  const { id } = placing;
  await checkQuota(deps, tx, placed.userId, bytes.length);
  const path = placed.path ? `${ROOT}/${placed.path}` : ROOT;
  await tx.query(INSERT, [
    id,
    placed.tenantId,
    placed.userId,
    name,
    `.${kind}`,
    bytes.length,
    Math.ceil(bytes.length / 1024),
    createHash('md5').update(bytes).digest('hex'),
    path,
    placed.fileType ?? null,
    placed.isPublic,
    placed.relationName ?? null,
    placed.relationId ?? null,
    placed.belongId ?? null,
    placing.bucket,
  ]);
  await nameBytes(tx, placing, `.${kind}`, bytes);
  await emit(tx, 'sysFile', id, 'add');
  return { id, url: `/${path}/${id}.${kind}` };
}
