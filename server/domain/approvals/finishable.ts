/** Whom a step asks; undefined where only a request says who that is. */
export interface Asked {
  step: number;
  people: readonly string[] | undefined;
  decides: 'any' | 'all';
}

/** Gives a step somebody whom no other step needs, moving others to somebody else where they can. */
function give(
  step: number,
  free: ReadonlyMap<number, readonly string[]>,
  taken: Map<string, number>,
  tried: Set<string>,
): boolean {
  for (const person of free.get(step) ?? []) {
    if (tried.has(person)) continue;
    tried.add(person);
    const other = taken.get(person);
    if (other !== undefined && !give(other, free, taken, tried)) continue;
    taken.set(person, step);
    return true;
  }
  return false;
}

/**
 * The first step that nobody could decide after those before it: a person decides once in all steps, and all of a step
 * have decided once it is over.
 */
export function stuckStep(steps: readonly Asked[]): number | undefined {
  const over = new Set<string>();
  const free = new Map<number, readonly string[]>();
  const taken = new Map<string, number>();
  for (const { step, people, decides } of steps) {
    if (!people) continue;
    free.set(
      step,
      people.filter((person) => !over.has(person)),
    );
    if (!give(step, free, taken, new Set())) return step;
    if (decides === 'all') for (const person of people) over.add(person);
  }
  return undefined;
}
