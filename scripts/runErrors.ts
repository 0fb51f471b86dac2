import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Errors of a run that belong to no test: of hooks, and those that nobody caught. Vitest's own JSON leaves them out. */
export interface RunError {
  where: string;
  message: string;
}

const textOf = ({ message, stack }: Partial<SerializedError>): string => stack ?? message ?? 'no message';

function ofModule(module: TestModule): RunError[] {
  const path = relative(process.cwd(), module.moduleId);
  const own = module.errors().map((error) => ({ where: path, message: textOf(error) }));
  const inner = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ where: `${path}: ${suite.fullName}`, message: textOf(error) })),
  );
  return [...own, ...inner];
}

/** A reporter that writes them to the file that RUN_ERRORS names. */
export default class RunErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const errors = [
      ...modules.flatMap(ofModule),
      ...uncaught.map((error) => ({ where: 'caught by nobody', message: textOf(error) })),
    ];
    writeFileSync(process.env['RUN_ERRORS'] ?? 'run-errors.json', JSON.stringify(errors));
  }
}
