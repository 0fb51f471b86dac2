import type { PoolClient } from 'pg';
import type { FormPurpose, FormShown, FormVersionShown } from '../../../contract/forms/form.ts';
import type { Locale } from '../../../contract/locales.ts';
import { localText } from '../../../contract/localised.ts';

type Reader = Pick<PoolClient, 'query'>;

const SHOWN = `select v.id::text, v.form_id::text as "formId", d.name, v.form_version as "formVersion", v.schema
  from form_version v join form_design d on d.id = v.form_id where v.id = $1`;
const VERSIONS = `select v.id::text, v.form_id::text as "formId", d.name, v.form_version as "formVersion", v.schema, v.note,
    u.account as "publishedBy", v.published_at as "publishedAt"
  from form_version v join form_design d on d.id = v.form_id left join sys_user u on u.id = v.published_by
  where v.form_id = $1 order by v.form_version desc limit 100`;

/** A published version; undefined where there is none of this id. */
export async function versionOf(db: Reader, id: string, locale: Locale): Promise<FormShown | undefined> {
  const { rows } = await db.query<FormShown>(SHOWN, [id]);
  return rows[0] && { ...rows[0], name: localText(rows[0].name, locale) };
}

/** All versions of a form, the newest first. */
export async function versionsOf(db: Reader, formId: string, locale: Locale): Promise<FormVersionShown[]> {
  const { rows } = await db.query<Omit<FormVersionShown, 'publishedAt'> & { publishedAt: Date }>(VERSIONS, [
    formId,
  ]);
  return rows.map((row) => ({
    ...row,
    name: localText(row.name, locale),
    publishedAt: row.publishedAt.toISOString(),
  }));
}

/** What is asked for this purpose now; null where nothing is. */
export async function inForce(db: Reader, purpose: FormPurpose, locale: Locale): Promise<FormShown | null> {
  const { rows } = await db.query<{ id: string | null }>(
    'select version_id::text as id from form_purpose where purpose = $1',
    [purpose],
  );
  const id = rows[0]?.id;
  return (id && (await versionOf(db, id, locale))) || null;
}

/** The same, which stays in force until the transaction ends. */
export async function heldInForce(tx: PoolClient, purpose: FormPurpose): Promise<string | null> {
  const { rows } = await tx.query<{ id: string | null }>(
    'select version_id::text as id from form_purpose where purpose = $1 for share',
    [purpose],
  );
  return rows[0]?.id ?? null;
}

const PUBLISHED = `select v.id::text, v.form_id::text as "formId", d.name, v.form_version as "formVersion", v.schema
  from form_design d join form_version v on v.form_id = d.id and v.form_version = d.form_version
  where d.id = coalesce($1, d.id) order by d.id limit 500`;

/** The newest version of each form, or of one. */
export async function publishedForms(db: Reader, locale: Locale, formId?: string): Promise<FormShown[]> {
  const { rows } = await db.query<FormShown>(PUBLISHED, [formId ?? null]);
  return rows.map((row) => ({ ...row, name: localText(row.name, locale) }));
}
