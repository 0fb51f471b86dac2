import type { PoolClient } from 'pg';
import * as z from 'zod';
import { dictValues } from '../../../contract/dicts.ts';
import { type FormFault, formFaultText } from '../../../contract/forms/faults.ts';
import { type DrawnForm, fieldsOf, type FormPurpose } from '../../../contract/forms/form.ts';
import { readForm, schemaOf } from '../../../contract/forms/schema.ts';
import { idSchema } from '../../../contract/validate.ts';
import { logSetting } from '../../engine/settingLog.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';

export const FORM_STATUS = dictValues('formStatusEnum');
const NOTE_MOST = 200;

export const drawBody = z.strictObject({ id: idSchema, version: z.int(), schema: z.unknown() });
export const publishBody = z.strictObject({
  id: idSchema,
  version: z.int(),
  note: z.string().trim().max(NOTE_MOST).default(''),
});
export const retireBody = z.strictObject({ id: idSchema, version: z.int() });

interface Design {
  id: string;
  name: string;
  purpose: FormPurpose;
  status: number;
  draft: unknown;
  formVersion: number;
  version: number;
}

const DESIGN = `select id::text, name, purpose, status, draft, form_version as "formVersion", version
  from form_design where id = $1 for update`;

/** A form under its lock. @throws Refused notFound, staleVersion */
async function locked(tx: PoolClient, { id, version }: { id: string; version: number }): Promise<Design> {
  const { rows } = await tx.query<Design>(DESIGN, [id]);
  if (!rows[0]) throw new Refused('notFound');
  if (rows[0].version !== version) throw new Refused('staleVersion');
  return rows[0];
}

/** What is wrong, by field, in the reader's language. */
function refuseFaults(faults: readonly FormFault[]): never {
  throw new Refused('validation', {}, (_locales, locale) => {
    const texts = Object.create(null) as Record<string, string[]>;
    for (const fault of faults) (texts[fault.at || 'schema'] ??= []).push(formFaultText(locale, fault));
    return texts;
  });
}

/** A key keeps its kind over all versions: what was kept under it stays what it is. */
async function refuseOtherKinds(tx: PoolClient, id: string, form: DrawnForm): Promise<void> {
  const { rows } = await tx.query<{ schema: unknown }>('select schema from form_version where form_id = $1', [
    id,
  ]);
  const kinds = new Map(
    rows.flatMap(({ schema }) => {
      const { form: known } = readForm(schema);
      return known
        ? fieldsOf(known).map(({ key, kind, dict }) => [key, `${kind}/${dict ?? ''}`] as const)
        : [];
    }),
  );
  const faults = fieldsOf(form)
    .filter(({ key, kind, dict }) => kinds.has(key) && kinds.get(key) !== `${kind}/${dict ?? ''}`)
    .map(({ key }): FormFault => ({ at: key, code: 'kind' }));
  if (faults.length > 0) refuseFaults(faults);
}

/** Keeps what is drawn. @throws Refused notFound, staleVersion, validation */
export async function keepDraft(
  tx: PoolClient,
  caller: Caller,
  { schema, ...address }: z.output<typeof drawBody>,
  now: Date,
): Promise<{ id: string; version: number }> {
  const { form, faults } = readForm(schema);
  if (!form) refuseFaults(faults);
  const design = await locked(tx, address);
  await refuseOtherKinds(tx, design.id, form);
  await tx.query(
    `update form_design set draft = $2, updated_at = $3, updated_by = $4, version = version + 1 where id = $1`,
    [design.id, JSON.stringify(schemaOf(form)), now, caller.userId],
  );
  await emit(tx, 'formDesign', design.id, 'update', null);
  return { id: design.id, version: design.version + 1 };
}

const actor = ({ account, userId, ip }: Caller) => ({ operator: account, operatorId: userId, ip });

/** Publishes what is drawn as the next version, and puts it in force. @throws Refused notFound, staleVersion, validation, formSame */
export async function publishForm(
  tx: PoolClient,
  caller: Caller,
  { note, ...address }: z.output<typeof publishBody>,
  now: Date,
): Promise<{ id: string; version: number; formVersion: number }> {
  const design = await locked(tx, address);
  const { form, faults } = readForm(design.draft);
  if (!form) refuseFaults(faults);
  if (fieldsOf(form).length === 0) refuseFaults([{ at: '', code: 'empty' }]);
  await refuseOtherKinds(tx, design.id, form);
  const [versionId, formVersion] = [newId(), design.formVersion + 1];
  await tx.query('insert into form_purpose (purpose) values ($1) on conflict do nothing', [design.purpose]);
  // Whoever fills one in meanwhile has begun before, or is refused.
  await tx.query('select from form_purpose where purpose = $1 for update', [design.purpose]);
  await tx.query(
    `insert into form_version (id, form_id, form_version, schema, note, published_by, published_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [versionId, design.id, formVersion, JSON.stringify(design.draft), note || null, caller.userId, now],
  );
  const { rows } = await tx.query<{ id: string }>(
    `update form_design set status = $3, version = version + 1 where purpose = $1 and status = $4 and id <> $2
     returning id::text`,
    [design.purpose, design.id, FORM_STATUS.retired, FORM_STATUS.inForce],
  );
  await tx.query(
    `update form_design set status = $2, form_version = $3, updated_at = $4, updated_by = $5, version = version + 1
     where id = $1`,
    [design.id, FORM_STATUS.inForce, formVersion, now, caller.userId],
  );
  await tx.query('update form_purpose set version_id = $2 where purpose = $1', [design.purpose, versionId]);
  await logSetting(
    tx,
    { resource: 'formDesign', id: design.id, name: design.purpose },
    {
      event: 'update',
      before: { formVersion: design.formVersion, status: design.status },
      after: { formVersion, status: FORM_STATUS.inForce },
      ...(note && { remark: note }),
    },
    actor(caller),
  );
  for (const id of [design.id, ...rows.map((row) => row.id)])
    await emit(tx, 'formDesign', id, 'update', null);
  return { id: design.id, version: design.version + 1, formVersion };
}

/** Takes a form out of force: nothing is asked any more. @throws Refused notFound, staleVersion, guard */
export async function retireForm(
  tx: PoolClient,
  caller: Caller,
  address: z.output<typeof retireBody>,
  now: Date,
): Promise<{ id: string; version: number }> {
  const design = await locked(tx, address);
  if (design.status !== FORM_STATUS.inForce) throw new Refused('guard');
  await tx.query('update form_purpose set version_id = null where purpose = $1', [design.purpose]);
  await tx.query(
    `update form_design set status = $2, updated_at = $3, updated_by = $4, version = version + 1 where id = $1`,
    [design.id, FORM_STATUS.retired, now, caller.userId],
  );
  await logSetting(
    tx,
    { resource: 'formDesign', id: design.id, name: design.purpose },
    { event: 'update', before: { status: design.status }, after: { status: FORM_STATUS.retired } },
    actor(caller),
  );
  await emit(tx, 'formDesign', design.id, 'update', null);
  return { id: design.id, version: design.version + 1 };
}
