import { getDefaultStore } from 'jotai';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { type Preferences, preferences, preferencesAtom } from '../../kit/preferences.ts';

interface Choices {
  preferences: Partial<Preferences>;
  locale: boolean;
}

const NONE: Choices = { preferences: {}, locale: false };
let choices = NONE;

/** Notes what a person changes in front of the workspace, where nothing is kept on the server yet. */
export function watchChoices(): () => void {
  const store = getDefaultStore();
  let last = preferences();
  const stops = [
    store.sub(preferencesAtom, () => {
      const next = preferences();
      const changed = Object.entries(next).filter(([key, value]) => last[key as keyof Preferences] !== value);
      choices = { ...choices, preferences: { ...choices.preferences, ...Object.fromEntries(changed) } };
      last = next;
    }),
    store.sub(localeAtom, () => {
      choices = { ...choices, locale: true };
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export const chosenBefore = (): Choices => choices;

/** They are kept like all others from now on, and no younger than what is chosen later. */
export function forgetChoices(): void {
  choices = NONE;
}
