import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The spec's check for mainland mobile numbers, over the national digits. */
const MAINLAND = /^1[3-9]\d{9}$/;

/**
 * A telephone number as typed, in E.164 (`+8613800138000`); undefined where it is none. One without a leading `+` is a
 * national number of `country` (ISO 3166-1 alpha-2). Of mainland China only mobile numbers count.
 */
export function toE164(typed: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(typed, country);
  if (!number?.isValid() || number.ext) return undefined;
  if (number.country === 'CN' && !MAINLAND.test(number.nationalNumber)) return undefined;
  return number.number;
}
