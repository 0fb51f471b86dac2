import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface VitestReport {
  testResults: {
    name: string;
    message?: string;
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

/** The failed tests of a report that Vitest wrote as JSON, `undefined` where it wrote none; paths from `root`. */
export function failedOfVitest(report: unknown, root: string): string[] {
  const { testResults = [] } = (report ?? {}) as Partial<VitestReport>;
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded has no tests to fail.
    if (assertionResults.length === 0 && message) return [shorten(path, message)];
    return failed.map(({ fullName, failureMessages }) =>
      shorten(`${path}: ${fullName}`, failureMessages?.[0]),
    );
  });
}

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
