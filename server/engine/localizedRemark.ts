import { readRemark } from '../../contract/remark.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';

/** A remark that nobody wrote, in the caller's language; one without a code as it is. */
export function localizedRemark(
  locales: Locales,
  { locale }: Pick<Caller, 'locale'>,
  remark: string,
): string {
  const read = readRemark(remark);
  return (read && textOf(locales, locale, 'grid', `remark.${read.code}`, { text: read.text })) ?? remark;
}
