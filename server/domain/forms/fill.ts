import type { PoolClient } from 'pg';
import * as z from 'zod';
import { apart, nameOf } from '../../../contract/forms/fields.ts';
import { filledSchema } from '../../../contract/forms/filled.ts';
import type { DrawnForm, FilledForm, FormPurpose } from '../../../contract/forms/form.ts';
import { keptForm } from '../../../contract/forms/schema.ts';
import { idSchema } from '../../../contract/validate.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import type { Locale } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { check } from '../../platform/http/validation.ts';
import { heldInForce, versionOf } from './versions.ts';

const filledBody = z.strictObject({ version: idSchema, values: z.record(z.string(), z.unknown()) });

async function formOf(tx: PoolClient, version: string): Promise<DrawnForm> {
  const { rows } = await tx.query<{ schema: unknown }>('select schema from form_version where id = $1', [
    version,
  ]);
  if (!rows[0]) throw new Refused('formChanged');
  return keptForm(rows[0].schema);
}

function bodyOf(value: unknown, locale: Locale): FilledForm | undefined {
  if (value === undefined || value === null) return undefined;
  const parsed = check(filledBody, value, locale);
  if (!('data' in parsed)) throw new Refused('validation', {}, { form: Object.values(parsed.fields).flat() });
  return parsed.data;
}

/** Where clients read the form in force for a purpose, and a version by its id. */
const readAt = (purpose: FormPurpose, isInForce: boolean, version: string): string =>
  isInForce ? `/api/formDesign/inForce?purpose=${purpose}` : `/api/formDesign/version?id=${version}`;

/** Names the form that is to be filled in, its version, and where it is read: a program has no sheet that would show it. */
async function otherForm(
  { tx, caller, verb }: WriteContext,
  purpose: FormPurpose,
  version: string | null,
  given: FilledForm | undefined,
): Promise<Refused> {
  const form = version === null ? undefined : await versionOf(tx, version, caller.locale);
  if (!form) return new Refused('formChanged', { says: 'formRetired', purpose });
  const { name, formVersion, id } = form;
  const read = readAt(purpose, verb === 'add', id);
  const says = given ? 'formOther' : 'formMissing';
  return new Refused('formChanged', { says, purpose, form: name, formVersion, version: id, read });
}

/**
 * Takes what a row says to the form of its purpose: a new row to the one in force, an older one to the version that it was
 * filled in by. The row keeps the version with the values; what is not asked is refused.
 * @throws Refused formChanged, validation
 */
export async function takeForm(context: WriteContext, purpose: FormPurpose): Promise<void> {
  const { tx, caller, verb, before, values } = context;
  if (verb === 'delete') return;
  const given = bodyOf(values.form, caller.locale);
  const kept = (before?.form ?? null) as FilledForm | null;
  if (verb === 'update' && given === undefined) {
    // What a form asks is not taken back with the form.
    delete values.form;
    return;
  }
  const asked = verb === 'add' ? await heldInForce(tx, purpose) : (kept?.version ?? null);
  if ((given?.version ?? null) !== asked) throw await otherForm(context, purpose, asked, given);
  if (!given) return;
  const schema = filledSchema(await formOf(tx, given.version), caller.locale);
  const all = Object.entries({ ...kept?.values, ...given.values });
  const written = Object.fromEntries(all.map(([key, value]) => [nameOf(key), value]));
  const currency = values.currency ?? before?.currency;
  const parsed = check(schema, { ...written, currency }, caller.locale);
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  const filled = Object.entries(apart(parsed.data).drawn).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  values.form = { version: given.version, values: Object.fromEntries(filled) };
  values.formVersionId = given.version;
}
