import { getDefaultStore } from 'jotai';
import { getUserSetting, setUserSetting } from '../../kit/data/userSetting.ts';
import { setLocale } from '../../kit/i18n/i18n.ts';
import { isLocale } from '../../../contract/locales.ts';
import { currentLocale, localeAtom } from '../../kit/i18n/locale.ts';
import { parsePreferences, preferences, preferencesAtom, setPreferences } from '../../kit/preferences.ts';
import { chosenBefore, forgetChoices } from './choices.ts';

const KEY = 'preferences';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The look follows the person to every device. What was chosen on the sign-in page or the lock screen a moment ago is
 * younger than what the server kept, so it wins.
 */
export async function adoptPreferences(): Promise<void> {
  const stored = getUserSetting(KEY) as { locale?: unknown } | undefined;
  const chosen = chosenBefore();
  if (stored) {
    setPreferences({ ...parsePreferences(stored), ...chosen.preferences });
    if (!chosen.locale && isLocale(stored.locale) && stored.locale !== currentLocale())
      await setLocale(stored.locale).catch(() => undefined);
  }
}

/** Stores every later change; returns its undo. */
export function keepPreferences(): () => void {
  const store = getDefaultStore();
  const save = () => {
    const next = { ...preferences(), locale: currentLocale() };
    if (!same(getUserSetting(KEY), next)) setUserSetting(KEY, next);
  };
  save();
  forgetChoices();
  const stops = [store.sub(preferencesAtom, save), store.sub(localeAtom, save)];
  return () => {
    for (const stop of stops) stop();
  };
}
