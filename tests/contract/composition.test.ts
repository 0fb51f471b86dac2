import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

/** Keys of an input method are kept from everybody in one place; what that place cannot guard may not exist. */

const ROOT = join(import.meta.dirname, '../..');
const GUARD = 'src/kit/commands/composition.ts';

const sources = ['src', 'widgets'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path).split(sep).join('/')),
);
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withText = (pattern: RegExp): string[] => sources.filter((path) => pattern.test(textOf(path))).sort();

it('one place decides whether a key is of an input method', () => {
  expect(withText(/isComposing|compositionend|compositionstart|onComposition|keyCode === 229/)).toEqual([
    GUARD,
  ]);
});

/** What follows a key that has been let go: of a composition its Enter comes like any other there. */
const LETS_GO: Readonly<Record<string, string>> = {
  'src/app/signin/SignInForm.tsx': 'caps lock',
  'src/resource/grid/useCurrent.ts': 'Tab into the rows, which are no text',
  'src/workspace/Workspace.tsx': 'arrows on a splitter',
  'src/workspace/core/modifier.ts': 'modifiers',
};

it('nothing acts on a key when it is let go or printed, where a composition is over by then', () => {
  const found = withText(/onKeyUp|onKeyPress|['"]keyup['"]|['"]keypress['"]|keyup: true/);
  expect(found.filter((path) => !(path in LETS_GO))).toEqual([]);
});

it('the guard is the first to hear a key: of the page before it is drawn, of a window before anything of ours', () => {
  const main = textOf('src/main.tsx');
  expect(main.indexOf('guardComposition(window)')).toBeGreaterThan(0);
  expect(main.indexOf('guardComposition(window)')).toBeLessThan(main.indexOf('startTheme()'));
  const windows = textOf('src/kit/documents.ts');
  expect(windows.indexOf('guardComposition(window)')).toBeLessThan(windows.indexOf('attachKeys(target)'));
  // Whatever window is opened for panels comes through there.
  expect(withText(/\battachKeys\(/)).toEqual([
    'src/kit/commands/KeyHost.tsx',
    'src/kit/commands/keys.ts',
    'src/kit/documents.ts',
  ]);
});

it('no module hears keys of the window before the page has called the guard', () => {
  const early = /^(?:window|globalThis|document)\.addEventListener\(\s*['"]key/m;
  expect(withText(early)).toEqual([]);
});
