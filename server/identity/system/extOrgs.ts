import type { PoolClient } from 'pg';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { newId } from '../../platform/db/id.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';

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

/** A set: of an organisation that is named several times the last row counts, and the person's own is none of them. */
export function tidyExtOrgs(context: WriteContext): void {
  const { before, values } = context;
  const named = extOrgsIn(context);
  if (!named) return;
  const byOrg = new Map(named.map((each) => [each.orgId, each]));
  byOrg.delete(String(values.orgId ?? before?.orgId));
  values.extOrgs = [...byOrg.values()];
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
