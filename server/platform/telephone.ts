import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { mainlandNumber, phoneDigits } from '../../contract/phone.ts';

/**
 * A telephone number as typed, in E.164 (`+8613800138000`); undefined where it is none. A number of mainland form is one
 * everywhere. Any other without a leading `+` is a national number of `country` (ISO 3166-1 alpha-2), where one is named.
 * Of mainland China only mobile numbers count.
 */
export function toE164(typed: string, country?: CountryCode): string | undefined {
  const mainland = mainlandNumber(typed);
  if (mainland !== undefined) return mainland;
  const number = parsePhoneNumberFromString(/ext|[#x;]/i.test(typed) ? typed : phoneDigits(typed), country);
  if (!number?.isValid() || number.ext || number.country === 'CN') return undefined;
  return number.number;
}
