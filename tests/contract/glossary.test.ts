import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Words of the old dialect, with the term that docs/glossary.md and the field have for them. */
const INSTEAD: Readonly<Record<string, string>> = {
  anew: 'again, re-',
  asker: 'job caller',
  askers: 'callers',
  beside: 'neighbour, side panel, secondary label',
  brief: 'TtlCache',
  crowd: 'concurrency limit',
  desk: 'workspace, session state',
  flood: 'rate limit',
  garble: 'malformed answer',
  garbled: 'malformed answer',
  garbles: 'malformed answers',
  heed: 'revalidateOn',
  heeds: 'revalidateOn',
  heir: 'repeated line',
  heirs: 'repeated lines',
  mood: 'behaviour',
  moods: 'behaviours',
  reckon: 'estimate',
  reckoned: 'ImpactEstimate',
  reckoner: 'impact estimator',
  reckons: 'estimates',
  said: 'stated, message',
  spoken: 'localized',
  standing: 'state, profile',
  stands: 'is',
  stood: 'was',
  tells: 'contextFields',
  told: 'notified, reported, shown',
  unseen: 'verifyPreview, hidden',
  untold: 'unsent, unknown',
};

/** Folders and files that are still to be cleaned; nothing is added here. */
const TO_DO: readonly string[] = [
  // This list itself.
  'tests/contract/glossary.test.ts',
];

const FOLDERS = ['bench', 'contract', 'scripts', 'server', 'src', 'tests', 'widgets'];
const isToDo = (path: string): boolean => TO_DO.some((each) => path === each || path.startsWith(`${each}/`));

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`),
);

/** Comments, texts between quotes and regular expressions are no names; what a template inserts is. */
const withoutTexts = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, ' ')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '))
    .replace(/>[^<>{}=;()]*</g, '><');

const partsOf = (name: string): string[] =>
  name.split(/[_$]|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());

function dialectIn(path: string): string[] {
  const names = new Set(withoutTexts(readFileSync(join(ROOT, path), 'utf8')).match(/[A-Za-z_$][\w$]*/g));
  return [...names].flatMap((name) =>
    partsOf(name)
      .filter((part) => Object.hasOwn(INSTEAD, part))
      .map((part) => `${path}: ${name} (${INSTEAD[part]})`),
  );
}

it('names things by the terms of the glossary', () => {
  expect(paths.filter((path) => !isToDo(path)).flatMap(dialectIn)).toEqual([]);
});
