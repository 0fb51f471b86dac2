import type * as z from 'zod';

/** Routes of the contract's family by their address (wire.md). */
export const isFamilyUrl = (url: string): boolean => /^\/api\/sys[A-Z]/.test(url);

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Keys that a client means where it sends them, and that change what a call does: a dry run that is not offered is refused,
 * never carried out.
 */
const MEANT: ReadonlySet<string> = new Set(['dryRun']);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isInput = (key: string, shape: Fields): boolean => Object.hasOwn(shape, key) || MEANT.has(key);

/** Whole numbers and fractions as forms send them from a text box. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
}

function flagIn(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' || text === 'false' ? text === 'true' : value;
}

function objectIn({ shape, catchall }: z.core.$ZodObjectDef, value: unknown): unknown {
  if (!isFields(value)) return value;
  const isStrict = catchall?._zod.def.type === 'never';
  const entries = Object.entries(value)
    .filter(([key]) => !isStrict || isInput(key, shape))
    .map(([key, inner]) => [key, Object.hasOwn(shape, key) ? fitBody(shape[key]!, inner) : inner] as const);
  return Object.fromEntries(entries);
}

/** Of several shapes the first that the value fits; else it stays as it is, so that its faults are named. */
function unionIn(options: readonly Schema[], value: unknown): unknown {
  for (const option of options) {
    const fitted = fitBody(option, value);
    if ((option as z.ZodType).safeParse(fitted).success) return fitted;
  }
  return options.length > 0 && isFields(value) ? fitBody(options[0]!, value) : value;
}

/** Literals of numbers and flags, written as texts. */
function literalIn(values: readonly unknown[], value: unknown): unknown {
  return values.find((each) => typeof each !== 'string' && String(each) === value) ?? value;
}

/**
 * A body as the family's clients send it, fitted to what a call takes: of a whole row only the keys that the schema names,
 * numbers and flags out of texts. The schema still decides: what does not fit stays as it was.
 */
export function fitBody(schema: Schema, value: unknown): unknown {
  const { def } = schema._zod as unknown as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return objectIn(def, value);
    case 'array':
      return Array.isArray(value) ? value.map((each) => fitBody(def.element, each)) : value;
    case 'union':
      return unionIn(def.options, value);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return fitBody(def.innerType, value);
    case 'pipe':
      return fitBody(def.in, value);
    case 'number':
    case 'bigint':
      return numberIn(value);
    case 'boolean':
      return flagIn(value);
    case 'literal':
      return literalIn(def.values, value);
    default:
      return value;
  }
}
