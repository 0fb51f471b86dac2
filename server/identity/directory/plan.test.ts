import { expect, it } from 'vitest';
import { digestOf, type Plan, type Step, typedCount } from './plan.ts';

const steps = (list: Step['list'], count: number): Step[] =>
  Array.from({ length: count }, (_, at) => ({ list, key: `${list}${at}`, name: 'x', id: String(at) }));
const plan = (disabled: number, changed: number, same: number): Plan => ({
  steps: [...steps('disabled', disabled), ...steps('changed', changed), ...steps('left', 3)],
  same,
});

it.each([
  [5, 0, 0, null],
  [6, 0, 0, 6],
  [6, 4, 50, null],
  [7, 3, 50, 7],
  [0, 100, 0, null],
])(
  'of %i disabled, %i changed and %i alike the count that is typed is %s',
  (disabled, changed, same, typed) => {
    expect(typedCount(plan(disabled, changed, same))).toBe(typed);
  },
);

it('a plan is another one where it writes anything else, not where it leaves out others', () => {
  const one = plan(1, 1, 1);
  expect(digestOf({ ...one, same: 7, steps: one.steps.slice(0, -1) })).toBe(digestOf(one));
  expect(digestOf(plan(2, 1, 1))).not.toBe(digestOf(one));
  const [first, ...rest] = one.steps;
  expect(digestOf({ ...one, steps: [{ ...first!, values: { status: 2 } }, ...rest] })).not.toBe(
    digestOf(one),
  );
});
