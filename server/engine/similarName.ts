import type { PoolClient } from 'pg';
import { nameForm, nameSkeleton } from '../../contract/identity/name.ts';
import { refuseField } from '../platform/http/refuseField.ts';
import type { WriteContext } from './serverHalf.ts';

/** Where the names of merchants and of people are. */
const NAMES = {
  merchant: { field: 'name', select: 'select distinct name from merchant where tenant_id = $1 and id <> $2' },
  sysUser: {
    field: 'realName',
    select: 'select distinct real_name as name from sys_user where tenant_id = $1 and id <> $2',
  },
} as const;

type Named = Pick<WriteContext, 'deps' | 'tx' | 'caller' | 'id' | 'values' | 'before'>;

/** Of two look-alikes that are written at once the second waits, and is refused. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

async function otherNames(tx: PoolClient, select: string, tenantId: string, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(select, [tenantId, id]);
  return rows.map(({ name }) => name);
}

/**
 * A name that looks like another one of its tenant and is none of the same letters would be taken for it. The same name
 * may be of two: people share names.
 * @throws Refused validation
 */
export async function refuseSimilarName(
  { deps, tx, caller, id, values, before }: Named,
  resource: keyof typeof NAMES,
): Promise<void> {
  const { field, select } = NAMES[resource];
  const name = values[field];
  if (typeof name !== 'string' || name === before?.[field]) return;
  const tenantId = String(values.tenantId ?? before?.tenantId ?? caller.tenantId);
  const skeleton = nameSkeleton(name);
  await tx.query(LOCK, [`name ${resource} ${tenantId} ${skeleton}`]);
  const others = await otherNames(tx, select, tenantId, id);
  if (others.some((other) => nameSkeleton(other) === skeleton && nameForm(other) !== nameForm(name)))
    throw refuseField(deps, caller, field, 'similarName');
}
