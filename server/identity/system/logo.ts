import type { PoolClient } from 'pg';
import { refuseField } from '../../platform/http/refuseField.ts';
import { keepFile } from '../../platform/files/keep.ts';
import { RELEASE } from '../../platform/files/place.ts';
import { drawAgain } from '../../platform/files/picture.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';

const LARGEST = 512 * 1024;
const LONGEST_ADDRESS = 4000;
const FIELD = 'sysLogoBase64';
/** What a picture begins with; what it is called says nothing. */
const KINDS: readonly (readonly [kind: 'png' | 'jpg', magic: readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
];

/** What the file of a logo is about. */
const RELATION = 'sysLogo';
const REPLACED = `with gone as (delete from sys_file where relation_name = $1
  and '/' || file_path || '/' || id || suffix = (select value from sys_config where code = 'sysLogo')
  returning bucket, id, suffix) ${RELEASE}`;

/**
 * What sysLogo is stored as: an address on this server as it is; a picture in base64 is kept as a public file, in place of
 * the one before, and stored as its address.
 * @throws Refused validation of another kind of file, SVG among them, and of a large one
 */
export async function logoOf(deps: AppDeps, tx: PoolClient, caller: Caller, given: string): Promise<string> {
  if (!given.startsWith('data:')) {
    if (given.length > LONGEST_ADDRESS) throw refuseField(deps, caller, FIELD, 'logoKind');
    return given;
  }
  const bytes = Buffer.from(given.replace(/^(data:[^,]*,)+/, ''), 'base64');
  if (bytes.length > LARGEST) throw refuseField(deps, caller, FIELD, 'logoSize');
  const kind = KINDS.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0];
  if (!kind) throw refuseField(deps, caller, FIELD, 'logoKind');
  const drawn = await drawAgain(bytes, kind).catch((error: unknown) => {
    if (error instanceof Refused)
      throw refuseField(deps, caller, FIELD, String(error.values.says), error.values);
    throw error;
  });
  await tx.query(REPLACED, [RELATION]);
  const { tenantId, userId } = caller;
  const placed = { tenantId, userId, isPublic: true, relationName: RELATION };
  return (await keepFile(deps, tx, { name: 'logo', ...drawn }, placed)).url;
}
