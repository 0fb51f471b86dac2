import type { WriteContext } from '../../engine/serverHalf.ts';

/**
 * Which directory a person or organisation comes from, written with its row. No form has these values: only a
 * synchronisation passes them.
 */
interface FromDirectory {
  directoryId: string;
  /** Of a department. */
  entry?: string;
  gone: boolean;
}

const KEY = 'fromDirectory';

export const fromDirectory = (given: FromDirectory): Record<string, unknown> => ({ [KEY]: given });

const givenIn = ({ values }: WriteContext): FromDirectory | undefined =>
  values[KEY] as FromDirectory | undefined;

const PERSON = `with one as (
    insert into sys_ldap_user (user_id, ldap_id, gone) values ($1, $2, $3)
    on conflict (user_id) do update set gone = excluded.gone returning user_id)
  update sys_user set must_change_password = false where id in (select user_id from one)`;

/** Nobody is asked to change a password that is the directory's. */
export async function linkPerson(context: WriteContext): Promise<void> {
  const given = givenIn(context);
  if (given) await context.tx.query(PERSON, [context.id, given.directoryId, given.gone]);
}

const ORG = `insert into sys_ldap_org (org_id, ldap_id, entry, gone) values ($1, $2, $3, $4)
  on conflict (org_id) do update set gone = excluded.gone, entry = coalesce(nullif(excluded.entry, ''), sys_ldap_org.entry)`;

export async function linkOrg(context: WriteContext): Promise<void> {
  const given = givenIn(context);
  if (given) await context.tx.query(ORG, [context.id, given.directoryId, given.entry ?? '', given.gone]);
}
