import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resources } from '../../contract/resources/index.ts';

interface Texts {
  verb?: string;
  verbOf?: Record<string, string>;
}

const textsOf = (locale: string, area: string): Record<string, Texts> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}/${area}.json`), 'utf8'));

it.each(['en', 'zh-cn', 'zh-tw'])(
  'says on the button of a sheet what the command is done with (%s)',
  (locale) => {
    const unnamed = [...resources.values()].flatMap(({ id, area, actions }) => {
      const texts = textsOf(locale, area)[id];
      return Object.entries(actions)
        .filter(
          ([name, { on, confirm, input }]) => on !== 'new' && (confirm || input) && !texts?.verbOf?.[name],
        )
        .filter(() => !texts?.verb)
        .map(([name]) => `${id}/${name}`);
    });
    expect(unnamed).toEqual([]);
  },
);
