import * as z from 'zod';
import type { Locale } from './caller.ts';

type ErrorMap = z.core.$ZodErrorMap;

const MAPS: Readonly<Record<Locale, ErrorMap>> = {
  'zh-cn': z.locales.zhCN().localeError,
  'zh-tw': z.locales.zhTW().localeError,
  en: z.locales.en().localeError,
};

/** What the library says in the words of its types, said for people. */
const WORDS: Readonly<Record<Locale, { missing: string; unknown: string }>> = {
  'zh-cn': { missing: '必填', unknown: '未知字段' },
  'zh-tw': { missing: '必填', unknown: '未知欄位' },
  en: { missing: 'Required', unknown: 'Unknown field' },
};

const worded =
  (locale: Locale): ErrorMap =>
  (issue) => {
    if (issue.code === 'unrecognized_keys') return WORDS[locale].unknown;
    if (issue.code === 'invalid_type' && issue.input === undefined) return WORDS[locale].missing;
    return MAPS[locale](issue);
  };

/** Texts per field; an unknown key is named itself. */
function fieldsOf(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

/** Parses in the caller's language; schemas built from definitions bring their own texts ('Please enter X!'). */
export function check<T extends z.ZodType>(
  schema: T,
  value: unknown,
  locale: Locale,
): { data: z.output<T> } | { fields: Record<string, string[]> } {
  const parsed = schema.safeParse(value, { error: worded(locale) });
  return parsed.success ? { data: parsed.data } : { fields: fieldsOf(parsed.error) };
}
