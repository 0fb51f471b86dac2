import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { licencesOf } from './licences.ts';

const ROOT = join(import.meta.dirname, '..');

it('has the licence of every package that is delivered, and of none that only builds or tests', () => {
  const {
    licences: { packages, texts },
    faults,
  } = licencesOf(ROOT);
  expect(faults).toEqual([]);
  const names = new Set(packages.map(({ name }) => name));
  for (const name of ['react', 'ag-grid-community', 'fastify', 'pg', 'sharp']) expect(names).toContain(name);
  for (const name of ['vitest', 'typescript', '@biomejs/biome', 'vite', '@types/react'])
    expect(names).not.toContain(name);
  const react = packages.find(({ name }) => name === 'react')!;
  expect(react.licence).toBe('MIT');
  expect(texts[react.text!]).toContain('Meta Platforms');
  // Few are without a text, each with a reason in the script.
  expect(packages.filter(({ text }) => text === null).length).toBeLessThan(6);
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function install(path: string, manifest: object, files: Readonly<Record<string, string>> = {}): void {
  const folder = join(root, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'it', version: '1.0.0', ...manifest }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

const MIT = { license: 'MIT' };

it('refuses a package without a text, unless a reason is given for it', () => {
  install('', { dependencies: { bare: '1' } });
  install('node_modules/bare', { name: 'bare', ...MIT }, { 'README.md': '# Bare\n\n## License\n\nMIT\n' });
  expect(licencesOf(root, {}).faults).toEqual(['bare has no text of its licence']);
  const { licences, faults } = licencesOf(root, { bare: 'why' });
  expect(faults).toEqual([]);
  expect(licences.packages).toEqual([{ name: 'bare', version: '1.0.0', licence: 'MIT', text: null }]);
});

it('refuses a reason that is not needed any more, and a package that names no licence', () => {
  install('', { dependencies: { whole: '1' } });
  install('node_modules/whole', { name: 'whole' }, { LICENSE: 'Do as you like.' });
  expect(licencesOf(root, { whole: 'why', gone: 'why' }).faults).toEqual([
    'whole names no licence',
    'whole has a text of its licence by now',
    'gone is not delivered',
  ]);
});

it('takes the text from files, folders and the README, and each one once', () => {
  const text = 'Permission is hereby granted to everybody. '.repeat(8).trim();
  install('', { dependencies: { one: '1', two: '1', three: '1' }, devDependencies: { tool: '1' } });
  install('node_modules/one', { name: 'one', ...MIT, dependencies: { two: '1' } }, { 'LICENSE.md': text });
  install(
    'node_modules/two',
    { name: 'two', ...MIT },
    { 'readme.md': `## License\n\n${text}\n\n## More\n\nNo.` },
  );
  const nested = { dependencies: { two: '1' } };
  install('node_modules/three', { name: 'three', ...MIT, ...nested }, { NOTICE: 'Three.' });
  mkdirSync(join(root, 'node_modules/three/licenses'));
  writeFileSync(join(root, 'node_modules/three/licenses/LICENSE-four'), 'Four.');
  install('node_modules/three/node_modules/two', { name: 'two', ...MIT }, { LICENSE: text });
  install('node_modules/tool', { name: 'tool' });
  const { packages, texts } = licencesOf(root, {}).licences;
  expect(packages.map(({ name, text: at }) => [name, at === null ? at : texts[at]])).toEqual([
    ['one', text],
    ['three', 'Three.\n\n\nFour.'],
    ['two', text],
  ]);
  expect(texts).toHaveLength(2);
});

it('gives the build of a platform the text of the package that brings it', () => {
  install('', { dependencies: { native: '1' } });
  const builds = { optionalDependencies: { 'native-here': '1', 'native-elsewhere': '1' } };
  install('node_modules/native', { name: 'native', ...MIT, ...builds }, { LICENSE: 'Ours.' });
  install('node_modules/native-here', { name: 'native-here', ...MIT });
  const { packages, texts } = licencesOf(root, {}).licences;
  expect(packages.map(({ name, text }) => [name, texts[text!]])).toEqual([
    ['native', 'Ours.'],
    ['native-here', 'Ours.'],
  ]);
});
