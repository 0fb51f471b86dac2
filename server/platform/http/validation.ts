import type * as z from 'zod';
import { type ValidationRule, validationText } from '../../../contract/validationTexts.ts';
import type { Locale } from './caller.ts';

type ErrorMap = z.core.$ZodErrorMap;
type Path = readonly PropertyKey[];

/** What people call a field, by its name in the body. */
export type LabelOf = (name: string) => string;

const EITHER: Readonly<Record<Locale, string>> = {
  'zh-cn': '两个单号须填且只填一个',
  'zh-tw': '兩個單號須填且只填一個',
  en: 'Give exactly one of the two numbers',
};

/** What people select rather than type. */
const SELECTED: ReadonlySet<string> = new Set(['boolean', 'array', 'set']);

const TYPE_RULES: Readonly<Record<string, ValidationRule>> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'flag',
  date: 'instant',
};

/** The field that a path ends in; a place in a list has no name of its own. */
const nameIn = (path: Path): string => path.findLast((part) => typeof part === 'string') ?? 'body';

const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

type Sentence = [rule: ValidationRule, values?: Record<string, string>];

function boundRule(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Sentence {
  const isMost = issue.code === 'too_big';
  const values: Record<string, string> = isMost
    ? { max: String(issue.maximum) }
    : { min: String(issue.minimum) };
  if (issue.origin === 'string') return [isMost ? 'long' : 'short', values];
  if (issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint')
    return [isMost ? 'most' : 'least', values];
  return [isMost ? 'manyEntries' : 'fewEntries', values];
}

/** The sentence of a form for what the library found, which names types and patterns where people read fields. */
function ruleOf(issue: z.core.$ZodRawIssue): Sentence {
  const { code, input } = issue as { code?: string; input?: unknown };
  if (isMissing(input)) {
    const isSelected =
      code === 'invalid_union' ||
      code === 'invalid_value' ||
      (code === 'invalid_type' && SELECTED.has(String(issue.expected)));
    return [isSelected ? 'select' : 'enter'];
  }
  switch (issue.code) {
    case 'invalid_type':
      return [TYPE_RULES[String(issue.expected)] ?? 'format'];
    case 'too_big':
    case 'too_small':
      return boundRule(issue as unknown as z.core.$ZodIssueTooBig);
    case 'invalid_value':
      return ['choice'];
    case 'invalid_format':
      if (issue.format === 'url') return ['url'];
      return [['datetime', 'date', 'time'].includes(String(issue.format)) ? 'instant' : 'format'];
    case 'not_multiple_of':
      return ['whole'];
    default:
      return [issue.code === 'custom' && issue.params?.positive === true ? 'positive' : 'format'];
  }
}

const formTexts =
  (locale: Locale, labelOf: LabelOf): ErrorMap =>
  (issue) => {
    if (issue.code === 'custom' && issue.params?.either === true) return EITHER[locale];
    const [rule, values] = ruleOf(issue);
    return validationText(locale, rule, { label: labelOf(nameIn(issue.path ?? [])), ...values });
  };

interface Fault {
  path: Path;
  message: string;
  unknown?: readonly string[];
}

/** The faults of one shape of several: those of the shape that the value comes closest to. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const shapes = errors.filter((issues) => issues.length > 0 && issues.every(isWithin));
  return shapes.toSorted((one, other) => one.length - other.length)[0];
}

/** Of an object's own fields; a value of another kind altogether is a fault of the whole. */
const isWithin = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === 'unrecognized_keys' || path.length > 0;

function faultsOf(issues: readonly z.core.$ZodIssue[], above: Path = []): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const path = [...above, ...issue.path];
    if (issue.code === 'unrecognized_keys') return [{ path, message: issue.message, unknown: issue.keys }];
    const shape = issue.code === 'invalid_union' ? closest(issue) : undefined;
    return shape ? faultsOf(shape, path) : [{ path, message: issue.message }];
  });
}

/** Texts per field; an unknown key is named itself. */
function fieldsOf(error: z.ZodError, locale: Locale): Record<string, string[]> {
  // Without a prototype: a caller may name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  const add = (name: string, message: string) => (fields[name] ??= []).push(message);
  for (const { path, message, unknown } of faultsOf(error.issues)) {
    if (!unknown) add(path.join('.') || 'body', message);
    for (const key of unknown ?? []) add(key, validationText(locale, 'unknown', { label: key }));
  }
  return fields;
}

const ownName: LabelOf = (name) => name;

/** Parses in the caller's language; schemas built from definitions bring their own texts ('Please enter X!'). */
export function check<T extends z.ZodType>(
  schema: T,
  value: unknown,
  locale: Locale,
  labelOf: LabelOf = ownName,
): { data: z.output<T> } | { fields: Record<string, string[]> } {
  const parsed = schema.safeParse(value, { error: formTexts(locale, labelOf) });
  return parsed.success ? { data: parsed.data } : { fields: fieldsOf(parsed.error, locale) };
}
