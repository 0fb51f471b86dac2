import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grouped } from '../../../contract/grouping.ts';
import { joinTexts } from '../../../contract/spacing.ts';
import { FALLBACK_LOCALE, type Locale, LOCALES, localeOf } from '../../../contract/locales.ts';

/** A node of a locale file: nested keys down to texts. */
export type Texts = { readonly [key: string]: string | Texts };
export type Locales = Readonly<Record<Locale, Readonly<Record<string, Texts>>>>;

/** The same files the client shows, read once at boot: locales/<lang>/<area>.json. */
export function loadLocales(root = join(import.meta.dirname, '../../../locales')): Locales {
  const load = (locale: Locale): Record<string, Texts> => {
    const files = readdirSync(join(root, locale)).filter((name) => name.endsWith('.json'));
    const read = (name: string) => JSON.parse(readFileSync(join(root, locale, name), 'utf8')) as Texts;
    return Object.fromEntries(files.map((name) => [name.slice(0, -'.json'.length), read(name)]));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, load(locale)])) as Locales;
}

function lookUp(texts: Texts | undefined, path: readonly string[]): string | undefined {
  let node: string | Texts | undefined = texts;
  for (const [at, key] of path.entries()) {
    if (typeof node !== 'object') return undefined;
    // A dictionary's value may hold dots itself, as the id of a measure does.
    const rest = path.slice(at).join('.');
    if (Object.hasOwn(node, rest) && typeof node[rest] === 'string') return node[rest];
    node = Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * A text by dotted key with its {{values}} filled in, an {{amount, grouped}} by thousands; undefined when no locale has
 * it.
 */
export function textOf(
  locales: Locales,
  locale: Locale,
  area: string,
  key: string,
  values: Record<string, unknown> = {},
): string | undefined {
  const path = key.split('.');
  const found = lookUp(locales[locale][area], path) ?? lookUp(locales[FALLBACK_LOCALE][area], path);
  if (found === undefined) return undefined;
  const filled = (placeholder: string): string => {
    const [name = '', by] = placeholder.split(',').map((part) => part.trim());
    const value = String(values[name] ?? '');
    return by === 'grouped' ? grouped(value) : value;
  };
  // Every second piece is a placeholder.
  const pieces = found.split(/\{\{(\s*\w+\s*(?:,\s*grouped\s*)?)\}\}/);
  return joinTexts(pieces.map((piece, at) => (at % 2 === 0 ? piece : filled(piece))));
}

/**
 * The first locale of ours that an Accept-Language header asks for, else `fallback`; any English counts as en, any
 * Chinese as zh-cn.
 */
export function localeFrom(header: string | undefined, fallback: Locale = FALLBACK_LOCALE): Locale {
  for (const part of (header ?? '').split(',')) {
    const found = localeOf((part.split(';')[0] ?? '').trim());
    if (found) return found;
  }
  return fallback;
}

/** A text in every language, as a notice keeps it. */
export const inEveryLocale = (text: (locale: Locale) => string): string =>
  JSON.stringify(Object.fromEntries(LOCALES.map((locale) => [locale, text(locale)])));
