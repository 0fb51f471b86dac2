import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type Action, inputOf } from '../../contract/resource.ts';

/** Digests of what a dry run showed, by row: a command that carries them does that and nothing else. */
export type PreviewDigests = Readonly<Record<string, string>>;

/** What identifies a row, in addition to the fields of its action. */
export const OWN = ['amount', 'fee', 'currency'] as const;
/** Balances move with every other order; the ledger refuses what a merchant's do not cover. */
const MOVING = /^(pending|available|frozen|balance|agent|suspense)(Before|After)$/;

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Whose turn it is: people and roles come and go, and no figure depends on them. */
const TURN = 'turn';

/** The figures somebody sees before deciding, as one word. What is typed is no figure unless figures come from it. */
export function digestOf(
  action: Action,
  row: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  const typed = new Set(Object.keys(inputOf(action, true) ?? {}));
  for (const name of action.estimateOn ?? []) typed.delete(name);
  const names = new Set([...OWN, ...(action.contextFields ?? [])].filter((name) => name in row));
  const figures = Object.entries(after)
    .filter(
      ([name, value]) => name !== TURN && !typed.has(name) && !MOVING.test(name) && !(value instanceof Date),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return shortHash(JSON.stringify([[...names].sort().map((name) => [name, row[name] ?? null]), figures]));
}

/** Does something for its answer alone: whatever it writes is taken back at once. */
export async function rehearsed<T>(tx: PoolClient, run: () => Promise<T>): Promise<T> {
  await tx.query('savepoint seen');
  const answer = await run();
  await tx.query('rollback to savepoint seen');
  return answer;
}
