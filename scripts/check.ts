import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { idleCores, machineSlowness } from '../tests/support/machine.ts';
import { failedInBrowser, failedOfVitest, repeatedInBrowser, repeatedOfVitest } from './failures.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, '.cache', 'results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

interface Tally {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string[];
  env?: Readonly<Record<string, string>>;
  /** Reads how many tests ran; a step without one counts as a single check. */
  count?: () => Tally | undefined;
  /** What failed, with the beginning of its error: a long log may be read from its end only. */
  failures?: () => string[];
  repeated?: () => string[];
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const output = (name: string) => join(results, `${name}.json`);

function read(name: string): unknown {
  return existsSync(output(name)) ? JSON.parse(readFileSync(output(name), 'utf8')) : undefined;
}

function vitest(project: string[]): Step {
  const name = project.join('-');
  return {
    name: project.join(' and '),
    command: [
      bin('vitest'),
      'run',
      ...project.flatMap((each) => ['--project', each]),
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./scripts/runErrors.ts',
      `--outputFile.json=${output(name)}`,
    ],
    env: { RUN_ERRORS: output(`${name}-errors`) },
    count: () => {
      const report = read(name) as { numPassedTests: number; numFailedTests: number } | undefined;
      return report && { passed: report.numPassedTests, failed: report.numFailedTests };
    },
    failures: () => failedOfVitest(read(name), read(`${name}-errors`), root),
    repeated: () => repeatedOfVitest(read(name), root),
  };
}

/** The tool is content where it could parse nothing; here that is a failure. */
function imports(): Tally {
  const report = read('imports') as
    | {
        summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
      }
    | undefined;
  const { totalCruised = 0, violations = [] } = report?.summary ?? {};
  for (const { rule, from, to } of violations) process.stdout.write(`${rule.name}: ${from} → ${to}\n`);
  process.stdout.write(`${totalCruised} modules\n`);
  const ok = totalCruised > 0 && violations.length === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

const format: Step = { name: 'format', command: [bin('biome'), 'format', '.'] };
const lint: Step = { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] };
// One checker reads every type once; four of them take half as much processor time again.
const types: Step = { name: 'types', command: [bin('tsc'), '-b', '--checkers', '1'] };
const cycles: Step = {
  name: 'imports and cycles',
  command: [
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    '--output-to',
    output('imports'),
    'contract',
    'server',
    'src',
    'widgets',
  ],
  count: imports,
};
const deadCode: Step = { name: 'dead code', command: [bin('knip')] };
const build: Step = { name: 'build', command: [process.execPath, 'scripts/build.ts'] };
const budgets: Step = { name: 'budgets', command: [process.execPath, 'scripts/budget.ts'] };
const browser: Step = {
  name: 'browser',
  // The long ones are a campaign of their own: `npm run campaign:browser`.
  command: [bin('playwright'), 'test', '--grep-invert', '@long', '--reporter=list,json'],
  count: () => {
    const report = read('browser') as
      | { stats: { expected: number; flaky: number; unexpected: number } }
      | undefined;
    return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  },
  failures: () => failedInBrowser(read('browser')),
  repeated: () => repeatedInBrowser(read('browser')),
};

/**
 * Cores that no other program uses: with fewer, two suites at once only wait for each other. How fast they are changes
 * nothing about it: two idle ones took 702 s for all suites, the browser beside the others, and 1,296 s one after another.
 */
const CORES_FOR_TWO_SUITES = 1.5;

const total: Tally = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];
const repeated: string[] = [];

const finished = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

/** Ends with the exit code of the step; what it prints is shown as it comes, or all of it at its end. */
async function exitOf(
  { name, command: [command = '', ...args], env: own }: Step,
  atItsEnd: boolean,
): Promise<number | null> {
  const env = { ...process.env, ...own, PLAYWRIGHT_JSON_OUTPUT_NAME: output('browser'), FORCE_COLOR: '0' };
  const title = `\n── ${name}\n`;
  if (!atItsEnd) {
    process.stdout.write(title);
    return finished(spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }));
  }
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  const [code, ...printed] = await Promise.all([finished(child), text(child.stdout), text(child.stderr)]);
  process.stdout.write(`${title}${printed.join('')}`);
  return code;
}

async function run(step: Step, atItsEnd: boolean): Promise<void> {
  const began = performance.now();
  const ok = (await exitOf(step, atItsEnd)) === 0;
  const counted = step.count?.() ?? { passed: ok ? 1 : 0, failed: 0 };
  // A runner that ends badly without a failed test (a crash, no test found) is a failure all the same.
  if (!ok && counted.failed === 0) counted.failed = 1;
  if (ok && step.count && counted.passed === 0) counted.failed += 1;
  failures.push(...(step.failures?.() ?? []));
  repeated.push(...(step.repeated?.() ?? []));
  total.passed += counted.passed;
  total.failed += counted.failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  lines.push(
    `${counted.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(20)} ${counted.passed} passed, ${counted.failed} failed, ${seconds} s`,
  );
}

async function inTurn(steps: readonly Step[], atItsEnd = false): Promise<void> {
  for (const step of steps) await run(step, atItsEnd);
}

const others = [cycles, format, lint, deadCode, vitest(['unit', 'dom']), vitest(['api', 'rowSecurity'])];

// Measured before anything else runs; every suite takes its limits from it.
const slowness = machineSlowness();
const coresToSpare = await idleCores();
process.stdout.write(
  `${availableParallelism()} cores, ${coresToSpare.toFixed(1)} of them idle, ${slowness.toFixed(1)} times slower than usual\n`,
);
if (coresToSpare >= CORES_FOR_TWO_SUITES) {
  await Promise.all([inTurn([build, budgets], true), inTurn([types], true)]);
  // A browser waits for its server, API tests wait for timers and locks: one after the other they leave a third of two
  // cores idle. What a browser did is shown as it comes.
  await Promise.all([inTurn([browser]), inTurn(others, true)]);
} else {
  await inTurn([build, budgets, types, ...others, browser]);
}

/** What was printed last is what is read where only the end of a log is kept. */
function list(title: string, tests: readonly string[]): void {
  if (tests.length > 0) process.stdout.write(`\n${title}\n${tests.join('\n')}\n`);
}

list('Passed when repeated:', repeated);
list('Failed:', failures);
process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
