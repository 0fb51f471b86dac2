import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { booksOf } from '../../contract/permissions.ts';
import { audiencesOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';

const root = join(import.meta.dirname, '..', '..');
const snapshot = join(import.meta.dirname, 'registry.txt');

function folders(path: string, entry: string): string[] {
  const folder = join(root, path);
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, entry)))
    .sort();
}

function registry(): string {
  const lines: string[] = [];
  for (const resource of [...resources.values()].sort((a, b) => a.id.localeCompare(b.id))) {
    lines.push(`resource ${resource.id} area=${resource.area} scope=${resource.scope}`);
    for (const [code, audience] of audiencesOf(resource)) {
      const books = booksOf(code);
      lines.push(`  permission ${code} for=${audience.join(',')}${books ? ` books=${books}` : ''}`);
    }
    for (const [name, action] of Object.entries(resource.actions)) {
      lines.push(
        `  route POST /api/${resource.id}/${name} on=${action.on}${action.hotkey ? ` key=${action.hotkey}` : ''}`,
      );
    }
  }
  for (const id of folders('src/views', 'index.tsx')) lines.push(`view ${id}`);
  for (const id of folders('widgets', 'index.ts')) lines.push(`widget ${id}`);
  return `${lines.join('\n')}\n`;
}

/** A review sees here what a change adds, renames or revokes; `UPDATE_REGISTRY=1` rewrites the file. */
it('equals the committed registry', () => {
  const now = registry();
  if (process.env.UPDATE_REGISTRY) writeFileSync(snapshot, now);
  expect(now).toBe(readFileSync(snapshot, 'utf8'));
});
