import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start servers of their own and wait for them: begun last, one of these would keep a single core busy at the end. */
const SLOW = new Set(
  [
    'crash',
    'dryRunAgreement',
    'commandWalk',
    'model',
    'runtime',
    'audienceMatrix',
    'invariants',
    'seed',
    'bank.statement',
    'bank.moveRace',
  ].map((name) => `${name}.test.ts`),
);

/** A fresh clone knows nothing of how long each file took. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.has(basename(moduleId));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
