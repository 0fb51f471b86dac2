import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFixedPort } from '../tests/support/fixedPort.ts';

/**
 * Runs the tests of directories against a real slapd (Debian: `apt-get install slapd`), started in a temporary folder on
 * loopback and ended afterwards. Certificates are made for this run.
 */

const SCHEMA = ['core', 'cosine', 'inetorgperson'].map((name) => `/etc/ldap/schema/${name}.schema`);
const PROGRAMS = ['/usr/sbin/slapd', '/usr/bin/openssl'];
const MODULES = '/usr/lib/ldap';
const BASE = 'dc=example,dc=com';
const ROOT = `cn=root,${BASE}`;
const PASSWORD = 'root-password-1';
const START_MS = 10_000;

/** What this machine lacks, in words. */
function missing(): string[] {
  const needed = [...PROGRAMS, ...SCHEMA, join(MODULES, 'back_mdb.la')];
  return needed.filter((path) => !existsSync(path)).map((path) => `${path} is missing`);
}

/** A certificate of its own authority, for the name `localhost` alone. */
function makeCertificate(folder: string): void {
  const made = spawnSync(
    '/usr/bin/openssl',
    (
      'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost ' +
      '-addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem'
    ).split(' '),
    { cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
}

function configure(folder: string): string {
  const file = join(folder, 'slapd.conf');
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    file,
    [
      ...SCHEMA.map((path) => `include ${path}`),
      `pidfile ${join(folder, 'slapd.pid')}`,
      `modulepath ${MODULES}`,
      'moduleload back_mdb',
      `TLSCertificateFile ${join(folder, 'cert.pem')}`,
      `TLSCertificateKeyFile ${join(folder, 'key.pem')}`,
      'database mdb',
      `suffix "${BASE}"`,
      `rootdn "${ROOT}"`,
      `rootpw ${PASSWORD}`,
      `directory ${join(folder, 'data')}`,
      'maxsize 67108864',
      'dbnosync',
      // Nobody reads a password, and nobody but the service account reads people: sign-ins must not need more.
      'sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited',
      'access to attrs=userPassword by anonymous auth by * none',
      `access to * by dn.exact="cn=service,${BASE}" read by * none`,
      '',
    ].join('\n'),
  );
  return file;
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

async function started(slapd: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    if (slapd.exitCode !== null) throw new Error(`slapd ended with ${slapd.exitCode}`);
    if (await answers(port)) return;
  }
  throw new Error('slapd does not answer');
}

async function run(folder: string): Promise<number> {
  makeCertificate(folder);
  const [plain, encrypted] = [await findFixedPort(), await findFixedPort()];
  const urls = `ldap://127.0.0.1:${plain}/ ldaps://127.0.0.1:${encrypted}/`;
  const slapd = spawn('/usr/sbin/slapd', ['-f', configure(folder), '-h', urls, '-d', '0'], {
    stdio: 'inherit',
  });
  try {
    await started(slapd, plain);
    const hosts = [
      { host: '127.0.0.1', port: plain, security: 'none' },
      { host: 'localhost', port: encrypted, security: 'tls' },
      { host: 'localhost', port: plain, security: 'startTls' },
    ];
    const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
    // Files one after the other: what one puts into the directory would be in the way of the next.
    const tests = spawn(
      process.execPath,
      [
        vitest,
        'run',
        '--project',
        'api',
        'tests/api/directory',
        '--no-file-parallelism',
        '--reporter=verbose',
        '--retry=0',
      ],
      {
        stdio: 'inherit',
        cwd: join(import.meta.dirname, '..'),
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
          PAYDESK_SLAPD: JSON.stringify({ hosts, root: ROOT, password: PASSWORD }),
        },
      },
    );
    return await new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    slapd.kill();
  }
}

const lacks = missing();
if (lacks.length > 0) {
  process.stderr.write(`${lacks.join('\n')}\nOn Debian: apt-get install slapd openssl\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'paydesk-slapd-'));
try {
  process.exitCode = await run(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
