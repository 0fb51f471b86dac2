import pg from 'pg';
import { sqlState } from '../../server/platform/db/transaction.ts';

export interface RecordedStatement {
  text: string;
  rows: readonly Record<string, unknown>[];
}
/** The statements of one transaction in their order, without those that a savepoint undid. */
export type RecordedTransaction = RecordedStatement[];

interface Open {
  statements: RecordedStatement[];
  savepoints: Map<string, number>;
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : String((config as { text?: unknown } | null)?.text ?? '');

const DEADLOCK = '40P01';

interface Recording {
  transactions: RecordedTransaction[];
  /** Statements that PostgreSQL ended to break a circle of waiting transactions. */
  deadlocks: string[];
  stop: () => void;
}

/** Records the statements of every transaction that this process runs, until it is stopped. */
export function recordStatements(): Recording {
  const transactions: RecordedTransaction[] = [];
  const deadlocks: string[] = [];
  const open = new WeakMap<pg.Client, Open>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;

  function note(client: pg.Client, text: string, rows: RecordedStatement['rows']): void {
    const verb = text.trim().toLowerCase();
    if (verb.startsWith('begin')) {
      open.set(client, { statements: [], savepoints: new Map() });
      return;
    }
    const current = open.get(client);
    if (!current) return;
    const [, undone] = /^rollback to savepoint (\w+)/.exec(verb) ?? [];
    const [, savepoint] = /^savepoint (\w+)/.exec(verb) ?? [];
    if (undone !== undefined) current.statements.length = current.savepoints.get(undone) ?? 0;
    else if (savepoint !== undefined) current.savepoints.set(savepoint, current.statements.length);
    else if (verb.startsWith('commit') || verb.startsWith('rollback')) {
      transactions.push(current.statements);
      open.delete(client);
    } else current.statements.push({ text, rows });
  }

  prototype.query = function recording(...args) {
    const answer = query.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    return answer.then(
      (result: pg.QueryResult | pg.QueryResult[]) => {
        note(this, textOf(args[0]), Array.isArray(result) ? [] : result.rows);
        return result;
      },
      (error: unknown) => {
        if (sqlState(error) === DEADLOCK) deadlocks.push(textOf(args[0]));
        throw error;
      },
    );
  };
  return { transactions, deadlocks, stop: () => void (prototype.query = query) };
}
