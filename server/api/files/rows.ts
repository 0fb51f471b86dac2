import type { PoolClient } from 'pg';
import { resourceOf } from '../../../contract/resources/index.ts';
import { compiledOf } from '../../engine/engine.ts';
import { rowsByIds, type Runner } from '../../engine/read.ts';
import { engineOf } from '../../engine/shared.ts';
import { can, type Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { timeText } from '../../platform/http/zone.ts';

/** A file as the database has it. */
export interface FileRow {
  id: string;
  userId: string | null;
  tenantId: string;
  fileName: string;
  suffix: string;
  size: number;
  sizeKb: number;
  fileMd5: string;
  filePath: string;
  /** Of the object store that has its bytes; null: the database has them. */
  bucket: string | null;
  fileType: string | null;
  isPublic: boolean;
  relationName: string | null;
  relationId: string | null;
  belongId: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  creator: string | null;
  changer: string | null;
}

const COLUMNS = `f.id::text, f.user_id::text as "userId", f.tenant_id::text as "tenantId", f.file_name as "fileName", f.suffix,
  f.size::float8 as size, f.size_kb as "sizeKb", f.file_md5 as "fileMd5", f.file_path as "filePath", f.bucket, f.file_type as "fileType",
  f.is_public as "isPublic", f.relation_name as "relationName", f.relation_id as "relationId", f.belong_id as "belongId",
  f.created_at as "createdAt", f.updated_at as "updatedAt", c.real_name as creator, u.real_name as changer
  from sys_file f left join sys_user c on c.id = f.created_by left join sys_user u on u.id = f.updated_by`;

const BY_ID = `select ${COLUMNS} where f.id = any($1::bigint[]) order by f.id`;
const MOST = 200;
const RELATED = `select ${COLUMNS} where ($1::text is null or f.relation_name = $1) and ($2::text is null or f.relation_id = $2)
  and ($3::text is null or f.belong_id = $3) and ($4::text[] is null or f.file_type = any($4)) and f.tenant_id = $5 order by f.id limit ${MOST}`;

const UNITS = ['B', 'KB', 'MB'] as const;

/** A size as people read it. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

/** Where a file is on this server. */
export const addressOf = ({ filePath, id, suffix }: Pick<FileRow, 'filePath' | 'id' | 'suffix'>): string =>
  `/${filePath}/${id}${suffix}`;

/** What the family's clients read of a file besides its columns; `Local` is on the page's own origin. */
export const placeOf = (file: Pick<FileRow, 'filePath' | 'id' | 'suffix' | 'bucket'>) => ({
  url: addressOf(file),
  // Wherever its bytes are, this server hands them out.
  bucketName: 'Local',
  provider: file.bucket === null ? 'Database' : 'S3',
});

/** A file as the family's clients read it. */
export function familyFile(file: FileRow, { timeZone }: Caller) {
  const { creator, changer, createdAt, updatedAt, size, userId, bucket: _bucket, ...row } = file;
  return {
    ...row,
    ...placeOf(file),
    sizeInfo: sizeText(size),
    createTime: timeText(createdAt, timeZone),
    updateTime: updatedAt && timeText(updatedAt, timeZone),
    createUserId: userId,
    createUserName: creator,
    updateUserName: changer,
    isDelete: false,
  };
}

export async function filesById(runner: Runner, ids: readonly string[]): Promise<FileRow[]> {
  return (await runner.query<FileRow>(BY_ID, [ids])).rows;
}

export interface About {
  relationName?: string | undefined;
  relationId?: string | undefined;
  belongId?: string | undefined;
  fileTypes?: readonly string[] | undefined;
}

/** Of these the files that the caller may read: its own, public ones, and with the right to list them those in its scope. */
export async function readable(
  deps: AppDeps,
  caller: Caller,
  files: readonly FileRow[],
  runner: Runner | PoolClient = deps.pool,
): Promise<FileRow[]> {
  const open = ({ isPublic, userId, tenantId }: FileRow) =>
    userId === caller.userId || (isPublic && tenantId === caller.tenantId);
  const asked = files.filter((file) => !open(file)).map(({ id }) => id);
  if (asked.length === 0 || !can(caller, 'sysFile:page')) return files.filter(open);
  const engine = await engineOf(deps);
  const compiled = compiledOf(engine, resourceOf('sysFile'));
  const visible = await engine.scopes.visible(caller);
  const { text } = await rowsByIds(runner, { compiled, caller, visible }, asked);
  const seen = new Set((JSON.parse(text) as { id: string }[]).map(({ id }) => id));
  return files.filter((file) => open(file) || seen.has(file.id));
}

/** @throws Refused notFound of a file that is gone, or that the caller may not read */
export async function readableFile(deps: AppDeps, caller: Caller, id: string): Promise<FileRow> {
  const [file] = await readable(deps, caller, await filesById(deps.pool, [id]));
  if (!file) throw new Refused('notFound');
  return file;
}

/** What is known to be about something, of what the caller may read. */
export async function filesAbout(deps: AppDeps, caller: Caller, about: About): Promise<FileRow[]> {
  const { relationName, relationId, belongId, fileTypes } = about;
  const { rows } = await deps.pool.query<FileRow>(RELATED, [
    relationName || null,
    relationId || null,
    belongId || null,
    fileTypes?.length ? fileTypes : null,
    caller.tenantId,
  ]);
  return readable(deps, caller, rows);
}
