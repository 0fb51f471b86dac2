import type { PoolClient } from 'pg';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { newId } from '../../platform/db/id.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { isSuper } from '../../platform/http/caller.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { mayOpenOrgs } from './authority.ts';

/** A subsidiary organisation of a person, as the form sends it and the family's clients read it. */
interface ExtOrg {
  orgId: string;
  posId: string;
  jobNum?: string | null;
  posLevel?: string | null;
  joinDate?: string | null;
}

interface StoredExtOrg extends ExtOrg {
  id: string;
  userId: string;
}

const STORED = `select id::text, user_id::text as "userId", org_id::text as "orgId", pos_id::text as "posId",
  job_num as "jobNum", pos_level as "posLevel", join_date::text as "joinDate"
  from sys_user_ext_org where user_id = $1 order by id`;

export async function extOrgsOf(db: Connections | PoolClient, userId: string): Promise<StoredExtOrg[]> {
  return (await db.query<StoredExtOrg>(STORED, [userId])).rows;
}

/** The list of a write; undefined where it leaves the stored one alone. */
export const extOrgsIn = ({ values }: Pick<WriteContext, 'values'>): ExtOrg[] | undefined =>
  'extOrgs' in values ? ((values.extOrgs as ExtOrg[] | null) ?? []) : undefined;

async function knowsPositions({ tx, caller }: WriteContext, posIds: readonly string[]): Promise<boolean> {
  const wanted = new Set(posIds);
  const { rowCount } = await tx.query(
    'select 1 from sys_pos where id = any($1::bigint[]) and ($2 or tenant_id = $3) for key share',
    [[...wanted], isSuper(caller), caller.tenantId],
  );
  return rowCount === wanted.size;
}

/** @throws Refused where a position is none of the tenant's */
export async function checkPosition(context: WriteContext): Promise<void> {
  const { deps, caller, values, before } = context;
  if (typeof values.posId !== 'string' || values.posId === before?.posId) return;
  if (!(await knowsPositions(context, [values.posId])))
    throw refuseField(deps, caller, 'posId', 'unknownPositions');
}

/** A set: of an organisation that is named several times the last row counts, and the person's own is none of them. */
function eachOnce({ values, before }: WriteContext, given: readonly ExtOrg[]): ExtOrg[] {
  const byOrg = new Map(given.map((each) => [each.orgId, each]));
  byOrg.delete(String(values.orgId ?? before?.orgId));
  return [...byOrg.values()];
}

/** @throws Refused where an organisation that was added is beyond the caller */
export async function checkExtOrgs(context: WriteContext): Promise<void> {
  const { deps, tx, caller, id, verb, values } = context;
  const named = extOrgsIn(context);
  if (!named) return;
  const given = eachOnce(context, named);
  values.extOrgs = given;
  const stored = verb === 'add' ? [] : await extOrgsOf(tx, id);
  const added = given.filter(({ orgId }) => !stored.some((known) => known.orgId === orgId));
  const isOpen = await mayOpenOrgs(
    tx,
    caller,
    added.map(({ orgId }) => orgId),
  );
  if (!isOpen) throw refuseField(deps, caller, 'extOrgs', 'unknownOrgs');
  const isKnown = await knowsPositions(
    context,
    given.map(({ posId }) => posId),
  );
  if (!isKnown) throw refuseField(deps, caller, 'extOrgs', 'unknownPositions');
}

const textOf = ({ orgId, posId, jobNum, posLevel, joinDate }: ExtOrg): string =>
  JSON.stringify([orgId, posId, jobNum ?? null, posLevel ?? null, joinDate ?? null]);

const INSERT = `insert into sys_user_ext_org (id, user_id, org_id, pos_id, job_num, pos_level, join_date)
  select id, $1, org, pos, num, level, joined
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::date[])
    as given (id, org, pos, num, level, joined)`;

/** Replaces the list by that of the write. @returns true where that moves the person to other organisations */
export async function writeExtOrgs(context: WriteContext): Promise<boolean> {
  const given = extOrgsIn(context);
  if (!given || context.verb === 'delete') return false;
  const { tx, id } = context;
  const stored = await extOrgsOf(tx, id);
  if (stored.map(textOf).sort().join() === given.map(textOf).sort().join()) return false;
  await tx.query('delete from sys_user_ext_org where user_id = $1', [id]);
  await tx.query(INSERT, [
    id,
    given.map(() => newId()),
    given.map(({ orgId }) => orgId),
    given.map(({ posId }) => posId),
    given.map(({ jobNum }) => jobNum ?? null),
    given.map(({ posLevel }) => posLevel ?? null),
    given.map(({ joinDate }) => joinDate ?? null),
  ]);
  const orgsOf = (list: readonly ExtOrg[]) => list.map(({ orgId }) => orgId).sort();
  return orgsOf(stored).join() !== orgsOf(given).join();
}
