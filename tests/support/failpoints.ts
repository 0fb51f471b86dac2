import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Loaded into a server process before anything of it: after SIGUSR2 the server kills itself at the point that the file
 * `failpoint` in its data folder names, the n-th time it gets there. The product knows nothing of it.
 */
export type Failpoint =
  | 'beforeCommit'
  | 'afterCommit'
  | 'afterMove'
  | 'beforeMark'
  | 'beforeWait'
  | 'afterWait';

interface Armed {
  point: Failpoint;
  left: number;
}

const folder = process.env.DATA_DIR ?? '.';
let armed: Armed | undefined;

process.on('SIGUSR2', () => {
  const [point, left] = readFileSync(join(folder, 'failpoint'), 'utf8').split(' ');
  armed = { point: point as Failpoint, left: Number(left) };
});

function reach(point: Failpoint): void {
  if (armed?.point !== point || --armed.left > 0) return;
  appendFileSync(join(folder, 'failed'), `${point}\n`);
  process.kill(process.pid, 'SIGKILL');
}

interface Result {
  rows?: { rows?: number }[];
}
type Query = (...given: unknown[]) => unknown;
const real = pg.Client.prototype.query as unknown as Query;

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : String((given as { text?: unknown } | null)?.text ?? '');

/** Connections whose transaction puts a call into its endpoint's line. */
const putting = new WeakSet<object>();

const patched: Query = function (this: object, ...given) {
  const text = textOf(given[0]);
  // A transaction that was rolled back put nothing there.
  if (text.startsWith('begin')) putting.delete(this);
  if (text === 'commit') reach('beforeCommit');
  // What was sent to a merchant is noted only now.
  if (text.includes('insert into callback (')) reach('beforeMark');
  if (text.includes('insert into outbound_call') && text.includes('on conflict (key)')) {
    reach('beforeWait');
    putting.add(this);
  }
  const passed = (result: Result | undefined) => {
    if (text === 'commit' && putting.delete(this)) reach('afterWait');
    if (text === 'commit') reach('afterCommit');
    // Events that were numbered and published to nobody yet.
    if (text.includes('pg_notify(') && result?.rows?.[0]?.rows) reach('afterMove');
  };
  // A pool asks by callback, a transaction by promise.
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const answered = (error: unknown, result: Result | undefined) => {
      passed(result);
      (callback as (error: unknown, result: unknown) => void)(error, result);
    };
    return real.apply(this, [...given.slice(0, -1), answered]);
  }
  const answer = real.apply(this, given);
  if (!(answer instanceof Promise)) return answer;
  return answer.then((result: Result) => {
    passed(result);
    return result;
  });
};
pg.Client.prototype.query = patched as unknown as typeof pg.Client.prototype.query;
