/** Rebuilds a value as plain JSON data, so that nothing hostile, cyclic or huge goes on from here. */

export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const MAX_DEPTH = 24;

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

interface Budget {
  left: number;
}

function copy(value: unknown, depth: number, budget: Budget): Plain | undefined {
  budget.left -= typeof value === 'string' ? value.length + 1 : 1;
  if (budget.left < 0 || depth > MAX_DEPTH) return undefined;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, budget) ?? null);
  const out: { [key: string]: Plain } = {};
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) continue;
    const inner = copy((value as Record<string, unknown>)[key], depth + 1, budget);
    if (inner !== undefined) out[key] = inner;
  }
  return out;
}

/** A copy within `budget` characters and nodes, or undefined when the value does not fit or is no data. */
export function plain(value: unknown, budget = 65_536): Plain | undefined {
  const counter = { left: budget };
  let result: Plain | undefined;
  try {
    result = copy(value, 0, counter);
  } catch {
    // A getter or proxy that throws is not data.
    return undefined;
  }
  return counter.left < 0 ? undefined : result;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
