import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import type { AppDeps } from '../http/deps.ts';
import { settings } from '../settings.ts';
import { refuseFile } from './fileRefusal.ts';
import { type KeptKind, typeOfSuffix } from './kind.ts';
import { objectsOf } from './objects.ts';
import { databaseStore } from './store.ts';

/** Where the bytes of a file are; `bucket`: of an object store. */
export interface Placing {
  id: string;
  bucket: string | null;
}

/** An object that no row names within this time is removed: its upload failed. */
const UNNAMED_MINUTES = 60;

export const keyOf = ({ id, suffix }: { id: string; suffix: string }): string => `${id}${suffix}`;

const ANNOUNCE = `insert into sys_file_object (bucket, key, due_at) values ($1, $2, now() + interval '${UNNAMED_MINUTES} minutes')`;

const down = (deps: AppDeps, error: unknown, what: string) => {
  deps.log.warn({ err: error }, `object store: ${what} failed`);
  return refuseFile('fileStoreDown');
};

/**
 * Before the transaction that keeps the row: where the settings want files in a bucket, the bytes go there. What becomes of
 * them if no row follows is known before they are sent.
 * @throws Refused where the store does not take them
 */
export async function placeBytes(
  deps: AppDeps,
  { kind, bytes }: { kind: KeptKind; bytes: Buffer },
): Promise<Placing> {
  const id = newId();
  if ((await settings(deps.pool)).get('fileStore') !== 's3') return { id, bucket: null };
  const place = deps.env.s3;
  if (!place) throw refuseFile('fileStoreUnset');
  const { bucket } = place;
  const key = keyOf({ id, suffix: `.${kind}` });
  await deps.pool.query(ANNOUNCE, [bucket, key]);
  try {
    await (await objectsOf(place)).put(key, bytes, typeOfSuffix(`.${kind}`).type);
  } catch (error) {
    await deps.pool.query('update sys_file_object set due_at = now() where bucket = $1 and key = $2', [
      bucket,
      key,
    ]);
    throw down(deps, error, 'put');
  }
  return { id, bucket };
}

/** With the row: bytes go to the database, or an object gets its name. @throws Refused of one that was removed meanwhile */
export async function nameBytes(
  tx: PoolClient,
  { id, bucket }: Placing,
  suffix: string,
  bytes: Buffer,
): Promise<void> {
  if (bucket === null) return databaseStore.put(tx, id, bytes);
  const named = await tx.query('delete from sys_file_object where bucket = $1 and key = $2', [
    bucket,
    keyOf({ id, suffix }),
  ]);
  if (named.rowCount !== 1) throw refuseFile('fileStoreDown');
}

/** What deletes rows of files leaves their objects to be removed: over `gone`, which are the deleted rows. */
export const RELEASE = `insert into sys_file_object (bucket, key, due_at)
  select bucket, id || suffix, now() from gone where bucket is not null on conflict do nothing`;

/** Before the row is deleted, in its transaction. */
export async function releaseBytes(tx: PoolClient, id: string): Promise<void> {
  await tx.query(`with gone as (select bucket, id, suffix from sys_file where id = $1) ${RELEASE}`, [id]);
}

/** The bytes of a file, wherever they are. @throws Refused while their store does not answer */
export async function readBytes(
  deps: AppDeps,
  file: { id: string; suffix: string; size: number; bucket: string | null },
): Promise<Readable> {
  if (file.bucket === null)
    return Readable.from(databaseStore.read(deps.pool, file.id, file.size), { objectMode: false });
  if (!deps.env.s3) throw refuseFile('fileStoreUnset');
  try {
    return await (await objectsOf(deps.env.s3, file.bucket)).read(keyOf(file));
  } catch (error) {
    throw down(deps, error, 'read');
  }
}

interface DueObject {
  bucket: string;
  key: string;
}

/** Taken by one server at a time, and again later where it fails: after half a minute, at most an hour. */
const TAKE = `update sys_file_object o set tries = o.tries + 1,
    due_at = now() + least(3600, 30 * power(2, least(o.tries, 7))) * interval '1 second'
  from (select bucket, key from sys_file_object where due_at <= now() order by due_at limit 20 for update skip locked) d
  where o.bucket = d.bucket and o.key = d.key returning o.bucket, o.key`;

const forget = (pool: Pool, { bucket, key }: DueObject) =>
  pool.query('delete from sys_file_object where bucket = $1 and key = $2', [bucket, key]);

/** Removes objects that no row names: of files that were deleted, and of uploads that came to nothing. */
export async function sweepObjects(deps: AppDeps, stopping: AbortSignal): Promise<void> {
  const place = deps.env.s3;
  if (!place) return;
  const { rows } = await deps.pool.query<DueObject>(TAKE);
  for (const due of rows) {
    if (stopping.aborted) return;
    try {
      await (await objectsOf(place, due.bucket)).remove(due.key);
      await forget(deps.pool, due);
    } catch (error) {
      deps.log.warn({ err: error }, 'object store: delete failed, tried again later');
    }
  }
}
