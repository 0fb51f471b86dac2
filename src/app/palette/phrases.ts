import type { Found, Follower, Phrase } from '../../kit/commands/phrases.ts';
import { menu } from '../../kit/data/menu.ts';
import { caller } from '../../kit/data/session.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { isIconName } from '../../../contract/icons.ts';
import { actionPhrases } from '../../resource/phrases/actionPhrases.ts';
import { filterPhrase } from '../../resource/phrases/filterPhrase.ts';
import { openEntry } from '../menu/openAddress.ts';
import { mostOpened } from '../menu/opened.ts';
import type { Group, Option } from './options.ts';
import { calls, ranked, score, viewScore } from './rank.ts';

/** Of one phrase: more nobody reads. */
const SHOWN = 40;

/** `go ord`: views alone. */
export const GO: Phrase = {
  id: 'app.go',
  label: () => translate('app:palette.go'),
  icon: 'right',
  followers: () =>
    mostOpened(menu.leaves().filter((entry) => !entry.hidden)).map((entry) => ({
      key: entry.name,
      label: menu.title(entry),
      run: () => openEntry(entry),
    })),
  scoreOf: ({ key, label }, rest) => viewScore(label, key, rest),
};

/** Every phrase that can be typed now; `scope` is the panel that was worked in. */
export const phrasesOf = (scope: string | undefined): Phrase[] => [
  GO,
  ...filterPhrase(scope),
  ...actionPhrases(caller()),
];

/** A phrase that a text begins with, and what follows it in the text. */
export interface Called {
  phrase: Phrase;
  rest: string;
}

/** The phrases a text calls. A name may have several words, so every gap may be the end of it; the longest name counts. */
export function calledBy(phrases: readonly Phrase[], text: string): Called[] {
  const gaps = [...text.matchAll(/\s+/g)].map(({ index }) => index).toReversed();
  return phrases.flatMap((phrase) => {
    const gap = gaps.find((at) => calls(phrase.label(), phrase.id, text.slice(0, at)));
    return gap === undefined ? [] : [{ phrase, rest: text.slice(gap).trim() }];
  });
}

const optionOf = ({ id, icon }: Phrase, { key, label, hint, mono, refused, run }: Follower): Option => ({
  key: `phrase:${id}:${key}`,
  icon: isIconName(icon) ? icon : 'right',
  label,
  ...(mono && { mono }),
  ...(hint !== undefined && { hint }),
  ...(refused !== undefined && { refused, disabled: true }),
  run,
});

/** What may follow, in a group per name: a verb that several lists have is one. */
export function phraseGroups(called: readonly Called[], found: readonly Found[]): Group[] {
  const groups = new Map<string, Option[]>();
  for (const { phrase, rest } of called) {
    const followers = phrase.followers(rest, found);
    const scoreOf = phrase.scoreOf ?? (({ label }) => score(label, '', rest));
    const meant = ranked(followers, (each) => (each.meant ? 1 : scoreOf(each, rest))).slice(0, SHOWN);
    if (meant.length === 0) continue;
    const options = meant.map(({ item }) => optionOf(phrase, item));
    groups.set(phrase.label(), [...(groups.get(phrase.label()) ?? []), ...options]);
  }
  return [...groups].map(([heading, options]) => ({ heading, options }));
}
