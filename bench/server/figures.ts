import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Figure {
  budget: string;
  what: string;
  measured: string;
  peer: string;
  limit: string;
  met: boolean;
}

/** Nearest-rank percentile of milliseconds. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function spread(samples: readonly number[]): string {
  const at = (share: number) => percentile(samples, share).toFixed(1);
  return `p50 ${at(0.5)} · p95 ${at(0.95)} · p99 ${at(0.99)} ms`;
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** The same random numbers in every run, so that runs compare. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function version(name: string): string {
  const file = join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json');
  return existsSync(file) ? `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}` : name;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** Replaces one section of bench/RESULTS.md; the others keep what an earlier run measured. */
export function report(section: string, figures: readonly Figure[], packages: readonly string[]): void {
  const file = join(import.meta.dirname, '..', 'RESULTS.md');
  const old = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# Measured\n\nEvery figure was written by the benchmark that its section names.\n';
  const lines = figures.map(
    (figure) =>
      `| ${figure.budget} | ${figure.what} | ${figure.measured} | ${figure.peer} | ${figure.limit} | ${figure.met ? 'met' : '**missed**'} |`,
  );
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
  const body = [
    `## ${section}`,
    '',
    `${new Date().toISOString().slice(0, 16)}Z · commit ${commit()} · Node ${process.version} · ${packages.map(version).join(' · ')} · ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB · load average at the end ${load}`,
    '',
    '| budget | what | measured | peer in the same run | limit | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
  const parts = old.split(/^(?=## )/m).filter((part) => !part.startsWith(`## ${section}\n`));
  writeFileSync(file, `${parts.map((part) => part.trimEnd()).join('\n\n')}\n\n${body}`);
  process.stdout.write(`${body}\n`);
}
