// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MENU_TREE, type MenuNode } from '../../server/identity/system/menuTree.ts';
import { mostOpened, noteOpened } from '../../src/app/menu/opened.ts';
import { ranked, viewScore } from '../../src/app/palette/rank.ts';

/** What the palette opens by a part of a view's title, with the titles that the product ships. */

const LOCALES = ['en', 'zh-cn', 'zh-tw'] as const;

const leavesOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children.every((child) => child.isHide) ? [node] : leavesOf(node.children)));

function viewsIn(locale: string): { name: string; title: string }[] {
  const file = join(import.meta.dirname, '../../locales', locale, 'menu.json');
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return leavesOf(MENU_TREE)
    .filter((node) => !node.isHide)
    .map(({ name, title }) => ({ name, title: texts[title.replace(/^menu\./, '')] ?? title }));
}

const found = (locale: string, typed: string): string[] =>
  ranked(mostOpened(viewsIn(locale)), ({ name, title }) => viewScore(title, name, typed)).map(
    ({ item }) => item.name,
  );

beforeEach(() => localStorage.clear());

describe.each(LOCALES)('in %s', (locale) => {
  it('a whole title opens its view', () => {
    const views = viewsIn(locale);
    expect(views.length).toBeGreaterThan(50);
    for (const { title } of views) {
      const [first] = found(locale, title);
      expect(views.find(({ name }) => name === first)?.title, title).toBe(title);
    }
  });
});

it.each([
  ['en', 'ord', 'collectOrder'],
  ['en', 'orders', 'collectOrder'],
  ['en', 'pay ord', 'payOrder'],
  ['en', 'order l', 'orderLog'],
  ['en', 'rep', 'dailyReport'],
  ['zh-cn', '订单', 'collectOrder'],
  ['zh-tw', '訂單', 'collectOrder'],
  ['zh-cn', '代付', 'payOrder'],
])('in %s %s opens %s', (locale, typed, name) => expect(found(locale, typed)[0]).toBe(name));

it('of those that a part of a title names alike the one that is opened most comes first', () => {
  for (let times = 0; times < 3; times += 1) noteOpened('orderNote');
  noteOpened('payOrder');
  expect(found('en', 'ord').slice(0, 3)).toEqual(['orderNote', 'payOrder', 'collectOrder']);
  // However often another was opened.
  expect(found('en', 'Collection orders')[0]).toBe('collectOrder');
});

it('what was opened often once gives way', () => {
  for (let times = 0; times < 64; times += 1) noteOpened('orderNote');
  noteOpened('orderLog');
  for (let times = 0; times < 40; times += 1) noteOpened('payOrder');
  expect(found('en', 'ord')[0]).toBe('orderNote');
  noteOpened('orderNote');
  noteOpened('orderNote');
  for (let times = 0; times < 26; times += 1) noteOpened('payOrder');
  expect(found('en', 'ord')[0]).toBe('payOrder');
});
