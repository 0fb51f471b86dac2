import { randomInt } from 'node:crypto';

/** So many digits of chance. */
export const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** One of the items by chance; undefined where there are none. */
export function pick<T>(items: readonly [T, ...T[]]): T;
export function pick<T>(items: readonly T[]): T | undefined;
export function pick<T>(items: readonly T[]): T | undefined {
  return items.length > 0 ? items[randomInt(items.length)] : undefined;
}
