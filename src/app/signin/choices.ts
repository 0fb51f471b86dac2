import { getDefaultStore } from 'jotai';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { type Preferences, preferences, preferencesAtom } from '../../kit/preferences.ts';

interface Choices {
  preferences: Partial<Preferences>;
  locale: boolean;
}

let choices: Choices = { preferences: {}, locale: false };

/** Notes what a person changes while the sign-in page is open. */
export function watchChoices(): () => void {
  const store = getDefaultStore();
  const before = preferences();
  const stops = [
    store.sub(preferencesAtom, () => {
      const changed = Object.entries(preferences()).filter(
        ([key, value]) => before[key as keyof Preferences] !== value,
      );
      choices = { ...choices, preferences: Object.fromEntries(changed) };
    }),
    store.sub(localeAtom, () => {
      choices = { ...choices, locale: true };
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export const chosenAtSignIn = (): Choices => choices;
