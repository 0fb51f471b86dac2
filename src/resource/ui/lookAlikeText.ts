import { lookAlikesIn } from '../../../contract/identity/name.ts';
import { codePointOf } from '../../../contract/identity/characters.ts';
import { LOCALE_FACTS } from '../../../contract/locales.ts';
import { currentLocale, translate } from '../../kit/index.ts';

const ASCII = /^[ -~]*$/;

/** What a name's letters look like and are not; undefined of almost every name. */
export function lookAlikeText(name: string): string | undefined {
  if (ASCII.test(name)) return undefined;
  const found = lookAlikesIn(name);
  if (found.length === 0) return undefined;
  return found
    .map(({ character, like }) =>
      translate('grid:lookAlike', { sign: character, code: codePointOf(character), like }),
    )
    .join(LOCALE_FACTS[currentLocale()].comma);
}
