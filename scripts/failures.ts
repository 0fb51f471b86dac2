import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { RunError } from './runErrors.ts';

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

const ERROR_LINES = 6;

/** Enough of an error to know it again; a page that it quotes would push out the rest. */
function shorten(name: string, message = '', errorLines = ERROR_LINES): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, errorLines);
  return [name, ...lines.map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}

/** The tests of one status, with what each met first; paths from `root`. */
const ofVitest = (report: unknown, root: string, status: string, errorLines: number): string[] =>
  ((report ?? {}) as Partial<VitestReport>).testResults?.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === status && (status === 'failed' || test.failureMessages?.length))
      .map(({ fullName, failureMessages }) =>
        shorten(`${relative(root, name)}: ${fullName}`, failureMessages?.[0], errorLines),
      ),
  ) ?? [];

/** What failed in a run of Vitest: the tests of its JSON report, and the errors that belong to none (`RunErrors`). */
export const failedOfVitest = (report: unknown, errors: unknown, root: string): string[] => [
  ...ofVitest(report, root, 'failed', ERROR_LINES),
  ...((errors ?? []) as RunError[]).map(({ where, message }) => shorten(where, message)),
];

/** What passed only when it was tried again. */
export const repeatedOfVitest = (report: unknown, root: string): string[] =>
  ofVitest(report, root, 'passed', 1);

/** The tests of one kind in a report that Playwright wrote as JSON, with the first error that each met. */
function inBrowser(report: unknown, kind: 'unexpected' | 'flaky', errorLines: number): string[] {
  const { suites = [], specs = [] } = (report ?? {}) as Suite;
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === kind)
      .map(({ results }) =>
        shorten(`${file}:${line} ${title}`, results.find(({ error }) => error)?.error?.message, errorLines),
      ),
  );
  return [...own, ...suites.flatMap((suite) => inBrowser(suite, kind, errorLines))];
}

export const failedInBrowser = (report: unknown): string[] => inBrowser(report, 'unexpected', ERROR_LINES);

/** What passed only when it was tried again. */
export const repeatedInBrowser = (report: unknown): string[] => inBrowser(report, 'flaky', 1);
