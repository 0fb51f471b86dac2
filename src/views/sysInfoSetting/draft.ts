import { isWebLink } from '../../../contract/pageLink.ts';
import { isLocalText, localText } from '../../../contract/localised.ts';
import { LOCALES, type Locale } from '../../../contract/locales.ts';

/** Settings with a text for each language, in the order of the form. */
export const TEXTS = [
  'sysTitle',
  'sysViceTitle',
  'sysViceDesc',
  'sysWatermark',
  'sysCopyright',
  'sysIcp',
] as const;
export type TextCode = (typeof TEXTS)[number];
export const SWITCHES = ['sysCaptcha', 'sysSecondVer'] as const;
export type SwitchCode = (typeof SWITCHES)[number];

/** Each setting as it is stored, by code. */
export type Stored = Readonly<Record<string, string>>;

export interface Draft {
  texts: Readonly<Record<TextCode, Readonly<Record<Locale, string>>>>;
  icpUrl: string;
  switches: Readonly<Record<SwitchCode, boolean>>;
  /** An address, or a data URL of a picture that was picked; empty without a logo. */
  logo: string;
}

const isOn = (value: string | undefined): boolean => value?.toLowerCase() === 'true' || value === '1';

const record = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;

export const draftOf = (stored: Stored): Draft => ({
  texts: record(TEXTS, (code) => record(LOCALES, (locale) => localText(stored[code] ?? '', locale))),
  icpUrl: stored.sysIcpUrl ?? '',
  switches: record(SWITCHES, (code) => isOn(stored[code])),
  logo: stored.sysLogo ?? '',
});

const isMap = (text: string): boolean => text.startsWith('{') && isLocalText(text);

/** One text for all where the languages agree and were never apart: a name is then changed once. */
function textOf(stored: string, byLocale: Readonly<Record<Locale, string>>): string {
  const texts = LOCALES.map((locale) => byLocale[locale].trim());
  const [first = ''] = texts;
  if (!isMap(stored) && texts.every((text) => text === first)) return first;
  return JSON.stringify(Object.fromEntries(LOCALES.map((locale, at) => [locale, texts[at]])));
}

/** What saveSysInfo is sent: what is otherwise than stored, and nothing else, so that others' changes stay. */
export function changesOf(stored: Stored, draft: Draft): Record<string, string> {
  const before = draftOf(stored);
  const body: Record<string, string> = {};
  for (const code of TEXTS)
    if (LOCALES.some((locale) => draft.texts[code][locale].trim() !== before.texts[code][locale]))
      body[code] = textOf(stored[code] ?? '', draft.texts[code]);
  if (draft.icpUrl.trim() !== before.icpUrl) body.sysIcpUrl = draft.icpUrl.trim();
  for (const code of SWITCHES)
    if (draft.switches[code] !== before.switches[code]) body[code] = String(draft.switches[code]);
  if (draft.logo !== before.logo) body[draft.logo ? 'sysLogoBase64' : 'sysLogo'] = draft.logo;
  return body;
}

export type Fault = 'required' | 'address';

/** What is wrong, by the name of its input. */
export function faultsOf({ texts, icpUrl }: Draft): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const locale of LOCALES) if (!texts.sysTitle[locale].trim()) faults[`sysTitle.${locale}`] = 'required';
  if (icpUrl.trim() && !isWebLink(icpUrl.trim())) faults.sysIcpUrl = 'address';
  return faults;
}
