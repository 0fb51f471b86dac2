import * as z from 'zod';
import { DICTS } from '../dicts.ts';
import { LOCALES } from '../locales.ts';
import { isStorable } from '../storable.ts';
import { fieldSchema } from '../validateField.ts';
import type { FormFault, FormFaultCode } from './faults.ts';
import { fieldOf } from './fields.ts';
import {
  CHOICES_MOST,
  COLUMNS_MOST,
  DRAWN_INPUTS,
  type DrawnField,
  type DrawnForm,
  type DrawnSection,
  FIELDS_MOST,
  HELP_MOST,
  LINES_LEAST,
  SECTIONS_MOST,
  TEXT_MOST,
  type Texts,
  TITLE_MOST,
} from './form.ts';
import { isSafePattern } from './pattern.ts';

/** Drawn forms as JSON Schema: the subset that is taken, and the way there and back. */

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SIZE_MOST = 64 * 1024;
const INT = { least: -2_147_483_648, most: 2_147_483_647 };

/** Controls, and what turns the direction of a text: a title must be what it looks like. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

const textsOf = (most: number) =>
  z
    .strictObject(
      Object.fromEntries(LOCALES.map((locale) => [locale, z.string().max(most).optional()])) as Record<
        keyof Texts,
        z.ZodOptional<z.ZodString>
      >,
    )
    .refine((texts) => Object.values(texts).every((text) => !INVISIBLE.test(text ?? '')))
    .refine((texts) => Object.values(texts).some((text) => text?.trim()));

const title = textsOf(TITLE_MOST);
const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/);
const common = {
  'x-title': title,
  'x-help': textsOf(HELP_MOST).optional(),
  'x-width': z.int().min(1).max(COLUMNS_MOST).default(1),
};
const texts = { minLength: z.int().min(1).max(TEXT_MOST).optional(), default: z.string().optional() };
const whole = z.int().min(INT.least).max(INT.most);
const inputs = z.enum(DRAWN_INPUTS);

const choices = z.array(z.strictObject({ const: z.string(), 'x-title': title })).max(CHOICES_MOST);

const property = z.union([
  z.strictObject({ type: z.literal('boolean'), default: z.boolean().optional(), ...common }),
  z.strictObject({
    type: z.literal('integer'),
    minimum: whole.optional(),
    maximum: whole.optional(),
    default: whole.optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('string'),
    format: z.enum(['decimal', 'money']),
    'x-minimum': decimal.optional(),
    'x-maximum': decimal.optional(),
    default: z.string().optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('string'), format: z.literal('date'), ...common }),
  z.strictObject({
    type: z.literal('string'),
    'x-input': inputs,
    oneOf: choices,
    default: z.string().optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('array'),
    uniqueItems: z.literal(true).optional(),
    items: z.strictObject({ type: z.literal('string'), oneOf: choices }),
    ...common,
  }),
  z.strictObject({
    'x-dict': z.string().max(60),
    'x-input': inputs.default('select'),
    default: z.union([z.string(), z.number()]).optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('string'),
    'x-input': z.literal('lines'),
    maxLength: z.int().min(LINES_LEAST).max(TEXT_MOST).default(500),
    ...texts,
    ...common,
  }),
  z.strictObject({
    type: z.literal('string'),
    maxLength: z
      .int()
      .min(1)
      .max(LINES_LEAST - 1)
      .default(200),
    pattern: z.string().optional(),
    ...texts,
    ...common,
  }),
]);
type Property = z.output<typeof property>;

const document = z.strictObject({
  $schema: z.literal(DIALECT).optional(),
  type: z.literal('object'),
  additionalProperties: z.literal(false).optional(),
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
  'x-sections': z.array(
    z.strictObject({
      'x-title': title.optional(),
      'x-columns': z.int().min(1).max(COLUMNS_MOST).default(1),
      fields: z.array(z.string()),
    }),
  ),
});

const number = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const choicesIn = (list: z.output<typeof choices>): DrawnField['choices'] =>
  list.map((each) => ({ value: each.const, title: each['x-title'] }));

/** What of a field depends on its kind. */
function ownOf(drawn: Property): Pick<DrawnField, 'kind'> & Partial<DrawnField> {
  if ('x-dict' in drawn) return { kind: 'dict', dict: drawn['x-dict'], input: drawn['x-input'] };
  if (drawn.type === 'boolean') return { kind: 'switch' };
  if (drawn.type === 'array') return { kind: 'several', choices: choicesIn(drawn.items.oneOf) };
  if (drawn.type === 'integer')
    return { kind: 'int', least: number(drawn.minimum), most: number(drawn.maximum) };
  if ('format' in drawn) {
    if (drawn.format === 'date') return { kind: 'date' };
    return { kind: drawn.format, least: drawn['x-minimum'], most: drawn['x-maximum'] };
  }
  if ('oneOf' in drawn)
    return {
      kind: 'choice',
      input: drawn['x-input'],
      choices: choicesIn(drawn.oneOf),
    };
  const length = { shortest: drawn.minLength, longest: drawn.maxLength };
  if ('x-input' in drawn) return { kind: 'lines', ...length };
  return { kind: 'text', ...length, pattern: drawn.pattern };
}

const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

function drawnField(key: string, drawn: Property, required: boolean): DrawnField {
  return given({
    key,
    ...ownOf(drawn),
    title: given(drawn['x-title']),
    help: drawn['x-help'] && given(drawn['x-help']),
    required,
    width: drawn['x-width'],
    initial: 'default' in drawn ? drawn.default : undefined,
  });
}

/** A name that an object has by itself is no key. */
const isKey = (key: string): boolean => /^[a-z][A-Za-z0-9]{0,39}$/.test(key) && !(key in Object.prototype);

/** Where a schema is not of the shape that is taken. */
const KNOWN: Readonly<Record<string, FormFaultCode>> = {
  'x-title': 'title',
  'x-help': 'title',
  'x-dict': 'dict',
  oneOf: 'choices',
};
function shapeFault(at: string, value: unknown): FormFault | undefined {
  const drawn = value as Record<string, unknown> | null;
  if (drawn === null || typeof drawn !== 'object') return { at, code: 'shape' };
  // Of a union the library names every branch; what people get wrong most is said by name.
  if (!title.safeParse(drawn['x-title']).success) return { at, code: KNOWN['x-title']! };
  const listed = drawn.items !== null && typeof drawn.items === 'object' ? drawn.items : drawn;
  const { oneOf } = listed as Record<string, unknown>;
  const isWrongChoice = (each: unknown) =>
    !title.safeParse((each as Record<string, unknown> | null)?.['x-title']).success;
  if (Array.isArray(oneOf) && (oneOf.length > CHOICES_MOST || oneOf.some(isWrongChoice)))
    return { at, code: 'choices' };
  return { at, code: 'shape' };
}

const compare = (one: string, other: string): number => Number(one) - Number(other);

const CHOICE = /^[\w-]{1,40}$/;

function choicesFault({ input, choices = [] }: DrawnField): boolean {
  const values = new Set(choices.map(({ value }) => value));
  if (choices.length < 2 || values.size < choices.length) return true;
  return choices.some(({ value }) => !CHOICE.test(value)) || (input === 'checkbox' && choices.length !== 2);
}

const DICT_ITEMS: Readonly<Record<string, readonly unknown[]>> = DICTS;

/** What is wrong with a field of the right shape. */
function faultOf(field: DrawnField, columns: number): FormFaultCode | undefined {
  const { kind, least, most, shortest, longest, pattern, dict = '', initial } = field;
  if (field.width > columns) return 'width';
  if (least !== undefined && most !== undefined && compare(least, most) > 0) return 'bounds';
  if (shortest !== undefined && longest !== undefined && shortest > longest) return 'bounds';
  if (pattern !== undefined && !isSafePattern(pattern)) return 'pattern';
  if ((kind === 'choice' || kind === 'several') && choicesFault(field)) return 'choices';
  if (kind === 'dict') {
    if (!Object.hasOwn(DICT_ITEMS, dict)) return 'dict';
    if (field.input === 'checkbox' && DICT_ITEMS[dict]?.length !== 2) return 'choices';
  }
  if (initial === undefined) return undefined;
  const checked = fieldSchema(fieldOf(field), 'en', field.key, false).safeParse(initial);
  return checked.success ? undefined : 'initial';
}

function sectionsOf(
  { properties, required = [], 'x-sections': sections }: z.output<typeof document>,
  faults: FormFault[],
): DrawnSection[] {
  const fields = new Map<string, DrawnField>();
  for (const [key, value] of Object.entries(properties)) {
    if (!isKey(key)) {
      faults.push({ at: key.slice(0, 60), code: 'key' });
      continue;
    }
    const parsed = property.safeParse(value);
    if (parsed.success) fields.set(key, drawnField(key, parsed.data, required.includes(key)));
    else faults.push(shapeFault(key, value)!);
  }
  for (const key of required)
    if (!Object.hasOwn(properties, key)) faults.push({ at: key.slice(0, 60), code: 'required' });
  const placed = sections.flatMap((section) => section.fields);
  const isPlaced = (key: string) => placed.filter((each) => each === key).length === 1;
  for (const key of new Set([...fields.keys(), ...placed]))
    if (!isPlaced(key) || !Object.hasOwn(properties, key))
      faults.push({ at: key.slice(0, 60), code: 'placed' });
  return sections.map((section) => {
    const columns = section['x-columns'];
    const own = section.fields.flatMap((key) => fields.get(key) ?? []);
    for (const field of own) {
      const code = faultOf(field, columns);
      if (code) faults.push({ at: field.key, code });
    }
    return given({ title: section['x-title'] && given(section['x-title']), columns, fields: own });
  });
}

/** How large it is, looked at before anything else is. */
function sizeFault(schema: unknown): FormFaultCode | undefined {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return 'shape';
  const { properties = null, 'x-sections': sections } = schema as Record<string, unknown>;
  if (properties !== null && typeof properties === 'object') {
    if (Object.keys(properties).length > FIELDS_MOST) return 'fields';
    // The library leaves it out.
    if (Object.hasOwn(properties, '__proto__')) return 'key';
  }
  if (!isStorable(schema)) return 'shape';
  if (JSON.stringify(schema).length > SIZE_MOST) return 'large';
  return Array.isArray(sections) && sections.length > SECTIONS_MOST ? 'sections' : undefined;
}

export type ReadForm = { form: DrawnForm; faults?: never } | { form?: never; faults: FormFault[] };

/** The form that a JSON Schema represents, or what is wrong with it. */
export function readForm(schema: unknown): ReadForm {
  const code = sizeFault(schema);
  if (code) return { faults: [{ at: '', code }] };
  const parsed = document.safeParse(schema);
  if (!parsed.success)
    return {
      faults: parsed.error.issues.map(({ path }) => ({
        at: path.join('.'),
        code: KNOWN[String(path.at(-1))] ?? 'shape',
      })),
    };
  const faults: FormFault[] = [];
  const sections = sectionsOf(parsed.data, faults);
  return faults.length > 0 ? { faults } : { form: { sections } };
}

/** A form that was read before it was kept. @throws Error where it is none */
export function keptForm(schema: unknown): DrawnForm {
  const { form } = readForm(schema);
  if (!form) throw new Error('a form that was kept is none');
  return form;
}

const int = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const oneOf = ({ choices: list = [] }: DrawnField) =>
  list.map((each) => ({ const: each.value, 'x-title': each.title }));

function propertyOf(field: DrawnField): Record<string, unknown> {
  const { kind, least, most } = field;
  switch (kind) {
    case 'switch':
      return { type: 'boolean' };
    case 'int':
      return { type: 'integer', minimum: int(least), maximum: int(most) };
    case 'decimal':
    case 'money':
      return { type: 'string', format: kind, 'x-minimum': least, 'x-maximum': most };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'choice':
      return { type: 'string', 'x-input': field.input ?? 'select', oneOf: oneOf(field) };
    case 'several':
      return { type: 'array', uniqueItems: true, items: { type: 'string', oneOf: oneOf(field) } };
    case 'dict':
      return { 'x-dict': field.dict ?? '', 'x-input': field.input ?? 'select' };
    case 'lines':
      return { type: 'string', 'x-input': 'lines', minLength: field.shortest, maxLength: field.longest };
    case 'text':
      return { type: 'string', minLength: field.shortest, maxLength: field.longest, pattern: field.pattern };
  }
}

/** A form as JSON Schema. */
export function schemaOf({ sections }: DrawnForm): Record<string, unknown> {
  const fields = sections.flatMap((section) => section.fields);
  const required = fields.filter((field) => field.required).map(({ key }) => key);
  return {
    $schema: DIALECT,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map((field) => [
        field.key,
        given({
          ...propertyOf(field),
          default: field.initial,
          'x-title': field.title,
          'x-help': field.help,
          'x-width': field.width,
        }),
      ]),
    ),
    required,
    'x-sections': sections.map((section) =>
      given({
        'x-title': section.title,
        'x-columns': section.columns,
        fields: section.fields.map(({ key }) => key),
      }),
    ),
  };
}
