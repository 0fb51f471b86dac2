// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codesOf, VIEWS } from '../../contract/permissions.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { withParts } from '../../contract/viewParts.ts';
import { MENU_TREE, type MenuNode } from '../../server/identity/system/menuTree.ts';
import type { Chapters } from '../../src/views/help/chapters.ts';
import { parseMenu } from '../../src/kit/data/menu.ts';
import type { View } from '../../src/kit/view.ts';
import { chapterOf, contentsOf, GENERAL } from '../../src/views/help/chapterList.ts';
import { RELATED } from '../../src/views/help/related.ts';
import { provideViews } from '../../src/workspace/views.tsx';

const ROOT = join(import.meta.dirname, '../..');
const LOCALES = ['en', 'zh-cn', 'zh-tw'] as const;
type Language = (typeof LOCALES)[number];

/** Every list has these; locales/<lang>/help.json `crud` says what they do where a chapter says nothing of its own. */
const EVERYWHERE = new Set(['page', 'add', 'update', 'delete', 'export']);

const definitions = new Map<string, Resource>(
  [...resources.values(), ...(VIEWS as readonly Resource[])].map((each) => [each.id, each]),
);

const areasOf = (locale: Language): string[] =>
  readdirSync(join(ROOT, 'help', locale)).map((name) => name.replace('.json', ''));

const chaptersIn = (locale: Language, area: string): Chapters =>
  JSON.parse(readFileSync(join(ROOT, 'help', locale, `${area}.json`), 'utf8')) as Chapters;

const chaptersOf = (locale: Language): Chapters =>
  Object.assign({}, ...areasOf(locale).map((area) => chaptersIn(locale, area))) as Chapters;

/** The views of the menu, but for directories and links, with what is kept in them. */
function viewsOf({ name, component, children, isLink }: MenuNode): string[] {
  const below = children.flatMap(viewsOf);
  if (isLink || component === 'Layout') return below;
  return [...(definitions.has(name) ? withParts(name) : []), ...below];
}

const ownViews = Object.values(
  import.meta.glob<View>('../../src/views/*/index.tsx', { eager: true, import: 'default' }),
);

const verbsOf = (id: string): string[] =>
  codesOf(id)
    .map((code) => code.slice(id.length + 1))
    .filter((verb) => !EVERYWHERE.has(verb));

const needed = new Set([
  ...GENERAL,
  ...ownViews.map(({ id }) => chapterOf(id)),
  ...MENU_TREE.flatMap(viewsOf),
  ...[...definitions.keys()].filter((id) => verbsOf(id).length > 0),
  ...VIEWS.map(({ id }) => id),
]);

it.each(LOCALES)('has a chapter for every view (%s)', (locale) => {
  const chapters = chaptersOf(locale);
  expect([...needed].filter((id) => !chapters[id]?.about.trim())).toEqual([]);
});

it.each(LOCALES)('says in a chapter what each action of its view does (%s)', (locale) => {
  const chapters = chaptersOf(locale);
  const missing = [...definitions.keys()].flatMap((id) =>
    verbsOf(id)
      .filter((verb) => !chapters[id]?.actions?.[verb]?.trim())
      .map((verb) => `${id}:${verb}`),
  );
  expect(missing).toEqual([]);
});

it.each(LOCALES)('has no chapter, and no action in one, of what there is not (%s)', (locale) => {
  const foreign = Object.entries(chaptersOf(locale)).flatMap(([id, { actions = {} }]) => {
    if (!needed.has(id)) return [id];
    const codes = new Set(codesOf(id));
    return Object.keys(actions).flatMap((verb) => (codes.has(`${id}:${verb}`) ? [] : [`${id}:${verb}`]));
  });
  expect(foreign).toEqual([]);
});

it.each(LOCALES)('has each chapter once, in the file of its area (%s)', (locale) => {
  const strays = areasOf(locale).flatMap((area) =>
    Object.keys(chaptersIn(locale, area))
      .filter((id) => (definitions.get(id)?.area ?? 'general') !== area)
      .map((id) => `${area}: ${id}`),
  );
  expect(strays).toEqual([]);
});

/** What a chapter has, whatever the language: an English step that another language lacks would be a gap. */
const shapeOf = (chapters: Chapters) =>
  Object.fromEntries(
    Object.entries(chapters).map(([id, { steps = [], actions = {} }]) => [
      id,
      { steps: steps.map((step) => step.trim() !== ''), actions: Object.keys(actions).toSorted() },
    ]),
  );

it.each(['zh-cn', 'zh-tw'] as const)(
  'has the same chapters, steps and actions in %s as in English',
  (locale) => {
    expect(areasOf(locale)).toEqual(areasOf('en'));
    expect(shapeOf(chaptersOf(locale))).toEqual(shapeOf(chaptersOf('en')));
  },
);

it('relates chapters to chapters', () => {
  const lost = Object.entries(RELATED).flatMap(([id, others]) =>
    [id, ...others].filter((each) => !needed.has(each)),
  );
  expect(lost).toEqual([]);
});

/** The menu as the server answers it to somebody who has all of it. */
const answered = ({ name, path, component, title, isLink, isHide, children }: MenuNode): object => ({
  name,
  path,
  component,
  type: 2,
  meta: { title, isLink, isHide },
  children: children.map(answered),
});

it('leads from every view to its chapter, as F1 does', () => {
  const undo = provideViews(ownViews, () => Promise.reject(new Error('draws nothing here')));
  const groups = contentsOf(parseMenu(MENU_TREE.map(answered), []), { can: () => true }, 'General');
  const listed = new Set(groups.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const views = [...ownViews.map(({ id }) => id), ...MENU_TREE.flatMap(viewsOf)];
  expect(views.map(chapterOf).filter((chapter) => !listed.has(chapter))).toEqual([]);
  // Whatever has a chapter is found in the contents by somebody who may open everything.
  expect([...needed].filter((id) => !listed.has(id))).toEqual([]);
  undo();
});
