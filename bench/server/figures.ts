import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
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

/** Milliseconds as seconds, for a table. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Median of ratios of pairs measured one after the other. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  percentile(
    ours.map((value, at) => value / (theirs[at] ?? Number.NaN)),
    0.5,
  );

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

function system(): string {
  const file = '/etc/os-release';
  const named = existsSync(file)
    ? /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined;
  return `${named ?? type()} (${release()})`;
}

const loads = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
/** Of the minute in which the benchmark began, before it made load itself. */
const LOAD_BEFORE = loads();

const row = (figure: Figure): string =>
  `| ${figure.budget} | ${figure.what} | ${figure.measured} | ${figure.peer} | ${figure.limit} | ${figure.met ? 'met' : '**missed**'} |`;

/**
 * Replaces what is between a section's markers in bench/RESULTS.md; the other sections keep what an earlier run
 * measured. `packages` are names whose versions are reported, `more` is added as it is.
 */
export function report(
  section: string,
  figures: readonly Figure[],
  packages: readonly string[],
  more: readonly string[] = [],
): void {
  const file = join(import.meta.dirname, '..', 'RESULTS.md');
  const old = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# Measured\n\nEvery figure was written by the benchmark that its section names.\n';
  const facts = [
    `${new Date().toISOString().slice(0, 16)}Z`,
    `commit ${commit()}`,
    `Node ${process.version}`,
    ...more,
    ...packages.map(version),
    system(),
    `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `load average ${LOAD_BEFORE} before, ${loads()} after`,
  ];
  const [begin, end] = [`<!-- begin ${section} -->`, `<!-- end ${section} -->`];
  const body = [
    begin,
    `## ${section}`,
    '',
    facts.join(' · '),
    '',
    '| budget | what | measured | peer in the same run | limit | |',
    '|---|---|---|---|---|---|',
    ...figures.map(row),
    end,
  ].join('\n');
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  const text =
    from >= 0 && to > from
      ? old.slice(0, from) + body + old.slice(to + end.length)
      : `${old.trimEnd()}\n\n${body}\n`;
  writeFileSync(file, text);
  process.stdout.write(`${body}\n\n`);
}
