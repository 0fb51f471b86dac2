import { nameForm, nameSkeleton } from '../../contract/identity/name.ts';
import { refuseField } from '../platform/http/refuseField.ts';
import type { WriteContext } from './serverHalf.ts';

const FIELDS = { merchant: 'name', sysUser: 'realName' } as const;

const OF_MERCHANTS = 'select distinct name from merchant where tenant_id = $1 and id <> $2';
const OF_PEOPLE = 'select distinct real_name as name from sys_user where tenant_id = $1 and id <> $2';

type Named = Pick<WriteContext, 'deps' | 'tx' | 'caller' | 'id' | 'values' | 'before'>;

/** Of two look-alikes that are written at once the second waits, and is refused. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

/**
 * A name that looks like another one of its tenant and is none of the same letters would be taken for it. The same name
 * may be of two: people share names.
 * @throws Refused validation
 */
export async function refuseSimilarName(
  { deps, tx, caller, id, values, before }: Named,
  resource: keyof typeof FIELDS,
): Promise<void> {
  const field = FIELDS[resource];
  const name = values[field];
  if (typeof name !== 'string' || name === before?.[field]) return;
  const tenantId = String(values.tenantId ?? before?.tenantId ?? caller.tenantId);
  const skeleton = nameSkeleton(name);
  await tx.query(LOCK, [`name ${resource} ${tenantId} ${skeleton}`]);
  const { rows } = await tx.query<{ name: string }>(resource === 'merchant' ? OF_MERCHANTS : OF_PEOPLE, [
    tenantId,
    id,
  ]);
  const isSimilar = (other: string): boolean =>
    nameSkeleton(other) === skeleton && nameForm(other) !== nameForm(name);
  if (rows.some(({ name: other }) => isSimilar(other))) throw refuseField(deps, caller, field, 'similarName');
}
