import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { permissionsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { MENU_TREE, type MenuNode } from '../../server/identity/system/menuTree.ts';

interface Texts {
  verb?: string;
  verbOf?: Record<string, string>;
}

const LOCALES = ['en', 'zh-cn', 'zh-tw'];

const read = (locale: string, area: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}/${area}.json`), 'utf8'));
const textsOf = (locale: string, area: string): Record<string, Texts> => read(locale, area);
const wordsOf = (locale: string): Record<string, string> => read(locale, 'menu').button;
const buttonsOf = ({ buttons, children }: MenuNode): string[] => [...buttons, ...children.flatMap(buttonsOf)];

it.each(LOCALES)('says on the button of a sheet what the command is done with (%s)', (locale) => {
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
});

/** What is ticked when a role is made: every right the product ships, whether a definition or a screen asks for it. */
const RIGHTS = [...resources.values()].flatMap(permissionsOf).concat(MENU_TREE.flatMap(buttonsOf));

it.each(LOCALES)('has a word for every permission that a role may be given (%s)', (locale) => {
  const words = wordsOf(locale);
  expect(RIGHTS.filter((code) => !words[code.split(':')[1] ?? ''])).toEqual([]);
});

it.each(LOCALES)('calls no two rights of a view alike (%s)', (locale) => {
  const words = wordsOf(locale);
  const names = [...new Set(RIGHTS)].map((code) => code.replace(/\w+$/, (verb) => words[verb] ?? verb));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
