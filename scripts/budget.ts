import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The sizes that the browser loads, brotli, from the built client's manifest; ends with 1 where a budget is missed. */

interface Chunk {
  file: string;
  imports?: string[];
}

const dist = join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** An entry and everything it imports before it can run. */
function closure(entries: readonly string[], seen = new Set<string>()): Set<string> {
  for (const entry of entries) {
    if (seen.has(entry)) continue;
    const chunk = manifest[entry];
    if (!chunk) throw new Error(`${entry} is not part of the built client`);
    seen.add(entry);
    closure(chunk.imports ?? [], seen);
  }
  return seen;
}

function bytes(key: string): number {
  const path = join(dist, manifest[key]?.file ?? '');
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const kilobytes = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + bytes(key), 0) / 1000;

const SIGN_IN = ['index.html'];
const SHELL = [...SIGN_IN, 'src/app/boot/Boot.tsx', 'src/app/discover/workspace.ts'];
const GRID = [...SHELL, 'src/views/collectOrder/Orders.tsx'];
const CHART = [...SHELL, 'src/kit/ui/ChartCanvas.tsx'];

const signIn = closure(SIGN_IN);
const shell = closure(SHELL);
const results = [
  { name: 'sign-in page', size: kilobytes(signIn), limit: 110 },
  { name: 'workspace shell', size: kilobytes(shell), limit: 300 },
  { name: 'shell with one grid', size: kilobytes(closure(GRID)), limit: 520 },
  { name: 'the first chart adds', size: kilobytes(closure(CHART)) - kilobytes(shell), limit: 165 },
];
let missed = false;
for (const { name, size, limit } of results) {
  if (size > limit) missed = true;
  console.log(
    `${name.padEnd(22)} ${size.toFixed(1).padStart(6)} kB of ${limit} kB${size > limit ? '  MISSED' : ''}`,
  );
}
const heavy = [...signIn].filter((key) =>
  /assets\/(grid|chart|docking|dashboard|context)-/.test(manifest[key]?.file ?? ''),
);
if (heavy.length > 0) {
  missed = true;
  console.log(`the sign-in page loads ${heavy.join(', ')}`);
}
process.exit(missed ? 1 : 0);
