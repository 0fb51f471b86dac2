import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningPostmaster } from '../../server/platform/db/postmaster.ts';
import { EnvError, parseEnv } from '../../server/platform/env.ts';
import { openTempFolder } from '../support/folder.ts';
import { findFixedPort } from '../support/fixedPort.ts';
import { checkLedger, type ServerProcess, startProcess, startRefused } from '../support/process.ts';

const KEY = 'ab'.repeat(32);
/** A database that has not stopped by then is made to, and writes no last checkpoint. */
const FORCED_MS = 30_000;
const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/paydesk' };

function refusal(environment: Record<string, string>): string {
  try {
    parseEnv(environment);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return '';
}

describe('the environment', () => {
  it('has a demo on the embedded database and none on another', () => {
    expect(parseEnv({})).toMatchObject({
      port: 7300,
      host: '127.0.0.1',
      demo: true,
      demoOrders: 200_000,
      demoTraffic: 5,
    });
    expect(parseEnv({ DATABASE_URL: 'postgres://127.0.0.1/x' })).toMatchObject({
      demo: false,
      demoOrders: 0,
      demoTraffic: 0,
    });
    expect(parseEnv({ PORT: '' }).port).toBe(7300);
  });

  it('names every wrong variable on a line of its own', () => {
    const lines = refusal({
      PORT: '70000',
      DEMO_ORDERS: '-1',
      DATABASE_URL: 'mysql://x',
      SECRETS_KEY: 'short',
    }).split('\n');
    expect(lines).toHaveLength(4);
    for (const [index, name] of ['PORT', 'DATABASE_URL', 'DEMO_ORDERS', 'SECRETS_KEY'].entries()) {
      expect(lines[index]).toContain(name);
    }
    expect(refusal({ OUTBOUND_ALLOW: 'localhost' })).toContain('OUTBOUND_ALLOW');
    expect(parseEnv({ OUTBOUND_ALLOW: '127.0.0.1:9000, [::1]:80' }).outboundAllow).toEqual([
      { host: '127.0.0.1', port: 9000 },
      { host: '::1', port: 80 },
    ]);
  });

  it('in production refuses the demo and open private addresses, and wants a key', () => {
    expect(refusal(PRODUCTION)).toContain('SECRETS_KEY');
    for (const [name, value] of [
      ['DEMO_ORDERS', '10'],
      ['DEMO_PASSWORD', 'long-enough'],
      ['DEMO_TRAFFIC', '1'],
      ['OUTBOUND_ALLOW', '127.0.0.1:80'],
    ] as const) {
      expect(refusal({ ...PRODUCTION, SECRETS_KEY: KEY, [name]: value })).toContain(name);
    }
    expect(parseEnv({ ...PRODUCTION, SECRETS_KEY: KEY })).toMatchObject({ production: true, demo: false });
  });
});

describe('a server on its own data folder', () => {
  const folder = openTempFolder('runtime');
  const dataDir = join(folder, 'data');
  const postgres = join(dataDir, 'postgres');
  const environment = { DATA_DIR: dataDir, DEMO_ORDERS: '0' };
  let server: ServerProcess;
  let first = '';
  /** Of the postmaster that runs or ran; looking takes nothing away from the folder. */
  const databasePid = () => Number(readFileSync(join(postgres, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const ready = async () => (await fetch(`${server.base}/ready`)).status;

  beforeAll(async () => {
    server = await startProcess(environment);
    first = server.output();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('without a demo prints the one-time password of the first administrator', () => {
    expect(first).toMatch(/Sign in as \S+ with the one-time password \S{12,}/);
  });

  it('keeps its secrets from other accounts', () => {
    for (const name of ['secrets-key', 'postgres-password'])
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    expect(existsSync(join(dataDir, 'demo-password'))).toBe(false);
  });

  it('refuses a second server on the same data folder, and serves on', async () => {
    const second = await startRefused({ ...environment, PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.output).toContain(
      `Another Paydesk server (process ${server.pid}) is using this data folder`,
    );
    expect(await ready()).toBe(200);
  });

  it('has its ledger checked beside it, reading only', async () => {
    const checked = await checkLedger(environment);
    expect(checked).toEqual({ code: 0, output: '0 faults\n' });
    expect(await ready()).toBe(200);
  });

  it('refuses a taken port in one line', async () => {
    const second = await startRefused({ DATA_DIR: join(folder, 'other'), PORT: String(server.port) });
    expect(second.code).toBe(1);
    expect(second.output.trim()).toBe(
      `Port ${server.port} is taken; stop the program that uses it or set PORT.`,
    );
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });

  it('outlives a rejection that nobody handles and a callback that throws, and tells each once', async () => {
    const faults = `
      const timer = setInterval(() => {
        if (process.listenerCount('unhandledRejection') === 0) return;
        clearInterval(timer);
        Promise.reject(new Error('adrift password=hunter2'));
        setTimeout(() => { throw new Error('dropped Bearer abc.def'); }, 10);
      }, 50)`;
    await server.stop();
    const script = join(folder, 'faults.mjs');
    writeFileSync(script, faults);
    server = await startProcess({ ...environment, NODE_OPTIONS: `--import=${script}` });
    await expect.poll(() => server.output()).toContain('dropped');
    server.expectFaults();
    const printed = server.output().split('\n');
    for (const word of ['adrift', 'dropped'])
      expect(printed.filter((line) => line.includes(`"message":"${word}`))).toHaveLength(1);
    expect(server.output()).not.toMatch(/hunter2|abc\.def/);
    // Its worker's first sign of life may come a moment after its ready line.
    await expect.poll(ready).toBe(200);
  });

  it('starts again after kill -9 beside the database it left, and prints no password again', async () => {
    const left = databasePid();
    await server.kill();
    server = await startProcess(environment);
    expect(runningPostmaster(postgres)?.pid).toBe(left);
    expect(server.output()).not.toContain('password');
  });

  it('brings the database back when that is killed', async () => {
    const before = databasePid();
    process.kill(before, 'SIGKILL');
    // Until the server notices, it says that it is ready still.
    await expect.poll(databasePid).not.toBe(before);
    await expect.poll(ready).toBe(200);
  });

  it('starts after both were killed at once', async () => {
    process.kill(databasePid(), 'SIGKILL');
    await server.kill();
    server = await startProcess(environment);
    await expect.poll(ready).toBe(200);
  });

  it('stops cleanly on Ctrl+C, database too, and is not misled by a stale postmaster.pid', async () => {
    const began = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(FORCED_MS);
    expect(existsSync(join(postgres, 'postmaster.pid'))).toBe(false);
    // a pid that belongs to another program by now
    writeFileSync(join(postgres, 'postmaster.pid'), `${process.pid}\n${postgres}\n0\n5999\n`);
    server = await startProcess(environment);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });
});

describe('a start that cannot work', () => {
  const folder = openTempFolder('refused');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lineOf = async (environment: Record<string, string>) => {
    const { code, output } = await startRefused({ PORT: '0', ...environment });
    expect(code).toBe(1);
    const lines = output.trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  it('names an unreachable database without its password', async () => {
    const port = await findFixedPort();
    const line = await lineOf({
      DATA_DIR: join(folder, 'a'),
      DATABASE_URL: `postgres://somebody:hidden-word@127.0.0.1:${port}/paydesk`,
    });
    expect(line).toContain(`The database at 127.0.0.1:${port}/paydesk cannot be used`);
    expect(line).not.toContain('hidden-word');
  });

  it('names in one line why a ledger cannot be checked', async () => {
    const port = await findFixedPort();
    const checked = await checkLedger({
      DATA_DIR: join(folder, 'c'),
      DATABASE_URL: `postgres://somebody:hidden-word@127.0.0.1:${port}/paydesk`,
    });
    expect(checked.code).toBe(1);
    expect(checked.output.trim().split('\n')).toHaveLength(1);
    expect(checked.output).toContain('cannot be used');
    const empty = await checkLedger({ DATA_DIR: join(folder, 'd') });
    expect(empty.output).toMatch(/^There is no database in .+; start the server first or set DATA_DIR\.\n$/);
    expect(existsSync(join(folder, 'd'))).toBe(false);
  });

  it('names a data folder that is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await lineOf({ DATA_DIR: join(folder, 'file', 'data') })).toContain('is not a folder');
  });

  it('names a wrong variable', async () => {
    expect(await lineOf({ DATA_DIR: join(folder, 'b'), PORT: 'seven' })).toBe('PORT must be a whole number');
  });

  it.runIf(process.getuid?.() === 0)('works under a parent that is closed to others, as root', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'paydesk-closed-'));
    const server = await startProcess({ DATA_DIR: join(closed, 'data'), DEMO_ORDERS: '0' });
    const place = readFileSync(join(closed, 'data', 'postgres-folder'), 'utf8');
    await server.stop();
    expect(server.output()).toContain(`${closed} is closed to the database account`);
    rmSync(join(place, '..'), { recursive: true, force: true });
    rmSync(closed, { recursive: true, force: true });
  });

  it.runIf(process.getuid?.() === 0)('names a full and a read-only disk', async () => {
    const run = promisify(execFile);
    const disk = join(folder, 'disk');
    const mounted = async (options: string) =>
      run('sh', ['-c', 'mkdir -p "$1" && mount -t tmpfs -o "$2" tmpfs "$1"', 'sh', disk, options]).then(
        () => true,
        // containers may not mount
        () => false,
      );
    for (const [options, words] of [
      ['size=3m,mode=755', 'is full'],
      ['ro,mode=755', 'is on a read-only disk'],
    ] as const) {
      if (!(await mounted(options))) continue;
      try {
        expect(await lineOf({ DATA_DIR: join(disk, 'data') })).toContain(words);
      } finally {
        await run('umount', [disk]);
      }
    }
  });
});
