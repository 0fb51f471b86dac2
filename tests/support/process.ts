import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { UNEXPECTED } from './unexpectedFailures.ts';

const root = join(import.meta.dirname, '..', '..');

/** Nothing of this process's own environment; the code that one server compiled is loaded by the next. */
const PLAIN = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
};

/** What a server logs of a promise that nobody awaited and of an exception that nobody caught (observability/faults.ts), and of a 500. */
const FAULTS = new RegExp(`a rejection was not handled|an exception was not caught|${UNEXPECTED}`);

/** The real server as a child process, so that it can be killed. */
export interface ServerProcess {
  base: string;
  port: number;
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** The faults that it logged so far are expected: its end does not fail for them. */
  expectFaults(): void;
  /** kill -9 of the server alone: its database is left behind. */
  kill(): Promise<void>;
  /** As Ctrl+C does. */
  stop(): Promise<number | null>;
  /** As an orchestrator does. */
  terminate(): Promise<number | null>;
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', (code) => resolve(code));
  });

const READY = /Paydesk is ready at (http:\S+)\n/;

/** A server outlives them, a test does not. */
function refuseFaults(output: string): void {
  const fault = output.split('\n').find((line) => FAULTS.test(line));
  if (fault !== undefined) throw new Error(`the server logged a fault: ${fault.slice(0, 2_000)}`);
}

/** Starts server/bootstrap/main.ts and waits for the ready line. @throws Error with its output when it ends instead */
export async function startProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, 'server/bootstrap/main.ts')], {
    env: { ...PLAIN, LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let expected = 0;
  const base = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = READY.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return {
    base,
    port: Number(new URL(base).port),
    pid: child.pid ?? 0,
    output: () => output,
    expectFaults() {
      expected = output.length;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
      refuseFaults(output.slice(expected));
    },
    async stop() {
      child.kill('SIGINT');
      const code = await ended(child);
      refuseFaults(output.slice(expected));
      return code;
    },
    async terminate() {
      child.kill('SIGTERM');
      const code = await ended(child);
      refuseFaults(output.slice(expected));
      return code;
    },
  };
}

interface Ended {
  code: number | null;
  output: string;
}

async function runToEnd(script: string, env: Record<string, string>, args: string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...PLAIN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return { code: await ended(child), output };
}

/** The exit code and output of a start that is expected to end by itself. */
export const startRefused = (env: Record<string, string>): Promise<Ended> =>
  runToEnd('server/bootstrap/main.ts', env);

/** `npm run check:ledger` on this environment. */
export const checkLedger = (env: Record<string, string>): Promise<Ended> =>
  runToEnd('server/ledger/invariants/command.ts', env);

/** `npm run otp:reset -- <account>` on this environment. */
export const resetOtp = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runToEnd('server/identity/session/otp/command.ts', env, args);
