import type * as z from 'zod';
import { isFamily } from '../../contract/family.ts';
import { minorDigits } from '../../contract/currency.ts';
import { dictName } from '../../contract/dicts.ts';
import { fitsCurrency } from '../../contract/money.ts';
import type { Resource } from '../../contract/resource.ts';
import { MASKED, type WriteMode, writeSchema } from '../../contract/validate.ts';
import { validationText } from '../../contract/validationTexts.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { check } from '../platform/http/validation.ts';
import { encryptSecret } from '../platform/secrets.ts';
import { halfOf, type ServerHalf } from './serverHalf.ts';
import { type Compiled, viewOf } from './compile.ts';
import { familyValues } from './family/write.ts';
import { compiledOf, type Engine } from './engine.ts';
import { fieldLabel, labelsOf, wordsOf } from './labels.ts';
import { snake } from './sql.ts';

export interface Writer {
  engine: Engine;
  deps: AppDeps;
  compiled: Compiled;
  half: ServerHalf;
}

export function writerOf(engine: Engine, deps: AppDeps, resource: Resource): Writer {
  return { engine, deps, compiled: compiledOf(engine, resource), half: halfOf(engine.halves, resource) };
}

const schemas = new Map<string, z.ZodType>();

function schemaOf(writer: Writer, mode: WriteMode, caller: Caller): z.ZodType {
  const { resource } = viewOf(writer.compiled, caller);
  const key = `${resource.id}/${mode}/${caller.locale}/${caller.merchantId === null}/${caller.isTenants}`;
  const known = schemas.get(key);
  if (known) return known;
  const made = writeSchema(resource, mode, wordsOf(writer.deps.locales, caller.locale, resource));
  schemas.set(key, made);
  return made;
}

/** @throws Refused platformBooks where a tenant's people write terms by which the platform owes money */
function refuseTerms({ compiled }: Writer, caller: Caller, body: unknown): void {
  if (!caller.isTenants || typeof body !== 'object' || body === null) return;
  const terms = Object.entries(compiled.resource.fields).filter(([, { books }]) => books === 'platform');
  const [first] = terms.filter(([name]) => !isAbsent((body as Record<string, unknown>)[name]));
  if (first) throw new Refused('platformBooks', { field: first[0] });
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Validated values, strictly but of the family's clients; what the body leaves out is left out. */
export function validated(
  writer: Writer,
  mode: WriteMode,
  caller: Caller,
  body: unknown,
): Record<string, unknown> {
  const { compiled, half } = writer;
  refuseTerms(writer, caller, body);
  const given = isFamily(compiled.resource)
    ? familyValues(compiled.resource, mode, body, caller.timeZone, half.aliases)
    : (body ?? {});
  const parsed = check(schemaOf(writer, mode, caller), given, caller.locale, labelsOf(writer, caller));
  const own =
    mode === 'add' ? half.faults?.(writer.deps, caller, given as Record<string, unknown>) : undefined;
  const faults = { ...('data' in parsed ? {} : parsed.fields), ...own };
  if (!('data' in parsed) || Object.keys(faults).length > 0) throw new Refused('validation', {}, faults);
  const values = Object.entries(parsed.data as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(values);
}

/** Amounts against the currency the row already has, which the body of an update does not repeat. */
export function checkDigits(
  writer: Writer,
  caller: Caller,
  row: Readonly<Record<string, unknown>>,
  values: Record<string, unknown>,
): void {
  const { resource } = writer.compiled;
  for (const [name, field] of Object.entries(resource.fields)) {
    const amount = values[name];
    if (field.kind !== 'money' || typeof amount !== 'string') continue;
    const currency = String(values[field.currency] ?? row[field.currency] ?? '');
    if (currency === '' || fitsCurrency(amount, currency)) continue;
    const label = fieldLabel(writer.deps.locales, caller.locale, resource, name);
    throw new Refused(
      'validation',
      {},
      { [name]: [validationText(caller.locale, 'digits', { label, max: minorDigits(currency) })] },
    );
  }
}

/** What comes about by itself stays where it is, and is chosen by nobody. */
export function checkChosen(
  writer: Writer,
  caller: Caller,
  row: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): void {
  const { resource } = writer.compiled;
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'dict' || !field.never || values[name] === row[name]) continue;
    if (!field.never.includes(dictName(field.dict, values[name] as string | number) ?? '')) continue;
    const label = fieldLabel(writer.deps.locales, caller.locale, resource, name);
    throw new Refused('validation', {}, { [name]: [validationText(caller.locale, 'select', { label })] });
  }
}

/** Columns to write: virtual fields are the half's, masked secrets stay, new ones are encrypted. */
export function columnsOf(writer: Writer, values: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  const secretsKey = writer.deps.env.secretsKey ?? '';
  for (const [name, value] of Object.entries(values)) {
    if (writer.half.virtual?.includes(name) || !writer.compiled.all.has(snake(name))) continue;
    const secret = writer.compiled.columns.get(name)?.field.kind === 'secret';
    if (secret && value === MASKED) continue;
    columns[name] = secret && typeof value === 'string' ? encryptSecret(secretsKey, value) : value;
  }
  return columns;
}
