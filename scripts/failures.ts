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

/** Enough of an error to know it again; a page that it quotes would push out the rest. */
function shorten(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  return [name, ...lines.slice(0, 6).map((line) => `    ${line.slice(0, 200)}`)].join('\n');
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

/** The failed tests of a report that Playwright wrote as JSON, and those that passed only when repeated. */
export function failedInBrowser(report: unknown): string[] {
  const { suites = [], specs = [] } = (report ?? {}) as Suite;
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        shorten(
          `${status === 'flaky' ? 'passed when repeated: ' : ''}${file}:${line} ${title}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedInBrowser)];
}
