// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { I18nLabel } from 'flexlayout-react';
import { expect, it } from 'vitest';
import { DICTS } from '../../contract/dicts.ts';
import { ERRORS } from '../../contract/errors.ts';
import { choicesOf, type Field } from '../../contract/field.ts';
import { LOCALE_FACTS } from '../../contract/locales.ts';
import { VIEWS } from '../../contract/permissions.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { MENU_TREE, type MenuNode } from '../../server/identity/system/menuTree.ts';
import type { Widget } from '../../src/kit/index.ts';
import { keyUse, localeKeys, LOCALES, sources } from './localeKeys.ts';

/** A text that is needed: one of these keys must exist. */
type Need = readonly string[];

const names = (fields: Readonly<Record<string, unknown>> = {}): string[] => Object.keys(fields);

/** Actions that the log calls by what they do to each order. */
const LOGGED_OTHERWISE = new Set(['batchSettle', 'batchCallback', 'confirmFailed', 'reject', 'submit']);

function resourceNeeds({ id, area, fields, actions, crud, logged }: Resource): Need[] {
  const base = `${area}:${id}`;
  const inputs = Object.values(actions).flatMap(({ input }) => names(input));
  return [
    [`${base}.title`],
    ...names(fields).map((name) => [`${base}.fields.${name}`, `grid:fields.${name}`]),
    ...inputs.map((name) => [`${base}.inputs.${name}`, `${base}.fields.${name}`, `grid:fields.${name}`]),
    ...[...names(actions), ...names(crud)].map((name) => [`${base}.actions.${name}`, `grid:actions.${name}`]),
    // A button that is grey says why, and the log calls an action by its name.
    ...Object.values(actions).flatMap(({ refuses = [] }) =>
      refuses.map(({ code }) => [`grid:why.refused.${code}`]),
    ),
    ...(logged ? names(actions) : [])
      .filter((name) => !LOGGED_OTHERWISE.has(name))
      .map((name) => [`dicts:orderEvent.${name}`]),
    ...Object.values<Field>(fields).flatMap(({ section }) => (section ? [[`grid:sections.${section}`]] : [])),
  ];
}

const menuNeeds = ({ title, children }: MenuNode): Need[] => [
  [`menu:${title}`],
  ...children.flatMap(menuNeeds),
];

const widgetIds = readdirSync(join(import.meta.dirname, '../../widgets')).filter(
  (name) => !name.includes('.'),
);
const widgets = await Promise.all(
  widgetIds.map(
    async (id) => ((await import(`../../widgets/${id}/index.ts`)) as { default: Widget }).default,
  ),
);

function widgetNeeds({ id, settings }: Widget): Need[] {
  const choices = Object.entries(settings).flatMap(([name, field]) =>
    (choicesOf(field) ?? []).map((choice) => [`widgets:${id}.choices.${name}.${choice}`]),
  );
  return [
    [`widgets:${id}.title`],
    [`widgets:${id}.about`],
    ...names(settings).map((name) => [`widgets:${id}.settings.${name}`]),
    ...choices,
  ];
}

const defined = [...resources.values(), ...VIEWS] as readonly Resource[];
const dictNeeds = Object.entries(DICTS).flatMap(([code, items]) =>
  items.map(({ value }) => [`dicts:${code}.${value}`]),
);

/** What the layout library may say, as the workspace looks it up; its menus and groups are not in use. */
const ofLayout = Object.values(I18nLabel).map(
  (key) => `workspace:flexlayout.${key.slice('flexlayout.ui.'.length).replace(/\W+/g, '_')}`,
);

const needs: readonly Need[] = [
  ...defined.flatMap(resourceNeeds),
  ...MENU_TREE.flatMap(menuNeeds),
  ...names(ERRORS).map((code) => [`errors:${code}`]),
  ...widgets.flatMap(widgetNeeds),
  ...dictNeeds,
];

const client = sources(['src', 'widgets']);
const server = sources(['server', 'contract']);

/** Keys that the client's code names as they are: `translate('area:key')`, and `t('key')` after `useT('area')`. */
function namedBy(code: string): Need[] {
  const areas = [...code.matchAll(/useT\('([\w-]+)'\)/g)].map(([, area]) => area);
  const whole = [...code.matchAll(/\b(?:t|translate)\(\s*'(\w[\w-]*:[\w.-]+)'/g)].map(([, key = '']) => [
    key,
  ]);
  if (areas.length === 0) return whole;
  const bare = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) =>
    areas.map((area) => `${area}:${key}`),
  );
  return [...whole, ...bare];
}

const named = [...client.values()].flatMap(namedBy);

it.each(LOCALES)('%s has every text that a definition, the menu, an error or a widget needs', (locale) => {
  const keys = localeKeys(locale);
  const missing = [...needs, ...named].filter((need) => !need.some((key) => keys.has(key)));
  expect([...new Set(missing.map((need) => need.join(' or ')))]).toEqual([]);
});

it('knows every locale folder by the tag and the name that its meta.json gives', () => {
  const folder = join(import.meta.dirname, '../../locales');
  const found = LOCALES.map((locale) => {
    const { name, lang } = JSON.parse(readFileSync(join(folder, locale, 'meta.json'), 'utf8')) as Record<
      string,
      string
    >;
    return [locale, { name, tag: lang }];
  });
  const known = Object.entries(LOCALE_FACTS).map(([locale, { name, tag }]) => [locale, { name, tag }]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
});

it('has the same texts in every locale', () => {
  const all = LOCALES.map((locale) => [locale, localeKeys(locale)] as const);
  const every = new Set(all.flatMap(([, keys]) => [...keys]));
  const missing = all.flatMap(([locale, keys]) =>
    [...every].filter((key) => !keys.has(key)).map((key) => `${locale}: ${key}`),
  );
  expect(missing).toEqual([]);
});

/** Fields whose yes or no an action is guarded by: a button says why it is grey. */
const guards = new Set(
  defined
    .flatMap(({ actions, editable = {} }) => [
      ...Object.values(actions).map(({ when = {} }) => when),
      editable,
    ])
    .flatMap((guard) => Object.entries(guard))
    .filter(([, values]) => values.some((value) => typeof value === 'boolean'))
    .flatMap(([name]) => [name, `not${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
);

/** Texts of a resource that need no mention in code, by the part of the definition that they are about. */
function ofDefinition(key: string): boolean | undefined {
  const [, area, id, part, name] = /^(\w+):(\w+)\.(\w+)(?:\.(\w+))?$/.exec(key) ?? [];
  const resource = defined.find((each) => each.id === id && each.area === area);
  if (!resource || part === undefined) return undefined;
  const { fields, actions, crud, anyId } = resource;
  if (name === undefined) {
    if (part === 'anyId') return anyId.length > 0;
    return ['title', 'record', 'verb'].includes(part) || undefined;
  }
  const inputs = Object.values(actions).flatMap(({ input }) => names(input));
  if (part === 'fields') return [...names(fields), ...inputs].includes(name) || undefined;
  if (part === 'inputs') return inputs.includes(name);
  if (part === 'actions') return [...names(actions), ...names(crud)].includes(name) || undefined;
  if (['select', 'one', 'done', 'verbs', 'verbOf'].includes(part)) return name in actions || undefined;
  return undefined;
}

it('has no text that nothing asks for', () => {
  const asked = new Set([...needs.flat(), ...ofLayout]);
  const inCode = keyUse(new Map([...client, ...server]));
  const unused = [...localeKeys('en')].filter((key) => {
    if (asked.has(key)) return false;
    const guard = /^grid:why\.is\.(\w+)$/.exec(key)?.[1];
    const own = guard ? guards.has(guard) : ofDefinition(key);
    return !(own ?? inCode(key));
  });
  expect(unused).toEqual([]);
});

it('counts in the server’s English without a plural, of which it knows none', () => {
  const text = readFileSync(join(import.meta.dirname, '../../locales/en/errors.json'), 'utf8');
  const counted = text.match(/.*\{\{count\}\} (?:[\w-]+ )?\w+s (?:are|were|have)\b.*/g) ?? [];
  // What is too many for a limit is several.
  expect(counted.filter((line) => !/\{\{max\}\}|too many/.test(line))).toEqual([]);
});
