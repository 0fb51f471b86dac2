import { ERRORS } from '../../../contract/errors.ts';
import { MINOR_DIGITS } from '../../../contract/currency.ts';
import { LOCALE_FACTS, type Locale, LOCALES } from '../../../contract/locales.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';

/** Constant lists for clients: what the code itself knows and no dictionary changes. */

export interface Const {
  code: string;
  name: string;
  data: { result: { code: string; name: string }[] };
}

/** The zones offered (specification, Business constants): country → IANA name. */
const ZONES: readonly (readonly [string, string])[] = [
  ['China', 'Asia/Shanghai'],
  ['India', 'Asia/Kolkata'],
  ['USA', 'America/New_York'],
  ['Singapore', 'Asia/Singapore'],
  ['Brazil', 'America/Sao_Paulo'],
  ['Indonesia', 'Asia/Jakarta'],
  ['Kenya', 'Africa/Nairobi'],
  ['Japan', 'Asia/Tokyo'],
  ['Thailand', 'Asia/Bangkok'],
  ['Vietnam', 'Asia/Ho_Chi_Minh'],
  ['Pakistan', 'Asia/Karachi'],
  ['Bangladesh', 'Asia/Dhaka'],
];

export function constList(locales: Locales, locale: Locale): Const[] {
  const list = (code: string, name: string, result: { code: string; name: string }[]): Const => ({
    code,
    name,
    data: { result },
  });
  const errors = Object.keys(ERRORS).map((code) => ({
    code,
    name: textOf(locales, locale, 'errors', code) ?? code,
  }));
  return [
    list(
      'TimeZoneConst',
      'Time zones',
      ZONES.map(([name, code]) => ({ code, name })),
    ),
    list(
      'LocaleConst',
      'Languages',
      LOCALES.map((code) => ({ code, name: LOCALE_FACTS[code].name })),
    ),
    list(
      'CurrencyDigitsConst',
      'Minor digits of currencies',
      Object.entries(MINOR_DIGITS).map(([code, digits]) => ({ code, name: String(digits) })),
    ),
    list('ErrorConst', 'Refusals', errors),
  ];
}
