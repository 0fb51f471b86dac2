import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The locale folders, by their names. */
export const LOCALES: readonly string[] = readdirSync(join(ROOT, 'locales')).sort();

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

interface Node {
  readonly [key: string]: string | Node;
}

function flatten(node: Node, path: string): string[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? `${path}${key}` : flatten(value, `${path}${key}.`),
  );
}

/** Every key of a locale as `area:path.to.text`, without plural endings. */
export function localeKeys(locale: string): Set<string> {
  const folder = join(ROOT, 'locales', locale);
  const areas = readdirSync(folder).filter((name) => name !== 'meta.json');
  return new Set(
    areas.flatMap((name) =>
      flatten(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Node, `${name.slice(0, -5)}:`).map(
        (key) => key.replace(PLURAL, ''),
      ),
    ),
  );
}

/** The source files of the product under these folders, by path, tests excluded. */
export function sources(folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** The keys a template such as `peek.states.${state}` can give; undefined for one that names no fixed part. */
function patternOf(template: string): RegExp | undefined {
  const fixed = template.split(/(?:\$\{[^}]*\})+/);
  if (!fixed.some((part) => /[a-zA-Z]{3}/.test(part))) return undefined;
  return new RegExp(`^${fixed.map(escaped).join('([^.:]+)')}$`);
}

/** Tells whether source code names a key: as a literal, or by a template whose holes are words of the code. */
export function keyUse(code: ReadonlyMap<string, string>): (key: string) => boolean {
  const whole = [...code.values()].join('\n');
  const literals = new Set([...whole.matchAll(/(['"`])([\w.:-]+)\1/g)].map(([, , text = '']) => text));
  const words = new Set(whole.match(/[\w-]+/g));
  // Looks ahead, since one template may stand inside another.
  const written = [...whole.matchAll(/`(?=([\w.:-]*\$\{[^`\n]*)`)/g)].map(([, template = '']) => template);
  const prefixes = [...whole.matchAll(/\bwords="([\w.]+)"/g)].map(([, prefix]) =>
    [prefix, '${choice}'].join('.'),
  );
  const patterns = [...written, ...prefixes].flatMap((template) => patternOf(template) ?? []);
  // Two holes side by side give a word made of two.
  const isWord = (hole: string) =>
    words.has(hole) || hole.split(/(?=[A-Z][a-z]+$)/).every((part) => words.has(part));
  return (key) => {
    const path = key.slice(key.indexOf(':') + 1);
    const spellings = [key, path, path.replace(/^texts\./, '')];
    if (spellings.slice(0, 2).some((each) => literals.has(each))) return true;
    return patterns.some((pattern) =>
      spellings.some((each) => pattern.exec(each)?.slice(1).every(isWord) ?? false),
    );
  };
}
