// Runs on whatever Node the machine has, before anything is installed: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.paydesk-lock');

function fail(line) {
  console.error(line);
  process.exit(1);
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return done.status === 0;
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
// npm's own record, newer than the lockfile, tells of an install by hand.
const record = join(root, 'node_modules', '.package-lock.json');
const byHand =
  existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
const installed = byHand || (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock);
if (!installed) {
  console.log('Installing packages …');
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']))
    fail('The packages could not be installed; see the lines above.');
  writeFileSync(stamp, lock);
}

const packaged = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const bundled = existsSync(packaged);
if (!bundled && Number(process.versions.node.split('.')[0]) < 24)
  fail(
    `Paydesk needs Node 24 or newer; this is ${process.version} and no packaged Node exists for ${process.platform}-${process.arch}.`,
  );

// Here rather than in the start script: the shell steps aside for the server alone, so that signals reach it.
if (
  process.argv.includes('--build') &&
  !run(bundled ? packaged : process.execPath, [join('scripts', 'build.ts')])
)
  process.exit(1);

// Without windows of its own it takes less of the processors, which are what the browser tests wait for.
const SHELL = 'chromium-headless-shell';

function install(names) {
  console.log(`Installing ${names.join(' and ')} …`);
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
  );
}

if (process.argv.includes('--browser')) {
  const has = (path) => Boolean(path) && existsSync(path);
  const shell = has(process.env.CHROMIUM) || has(`/usr/bin/${SHELL}`);
  const chromium = shell || has('/usr/bin/chromium');
  const cjk = spawnSync(
    'sh',
    ['-c', 'ls /usr/share/fonts/opentype/noto/*CJK* 2>/dev/null || fc-list :lang=zh 2>/dev/null'],
    { encoding: 'utf8' },
  );
  const fonts = cjk.stdout?.trim() ? [] : ['fonts-noto-cjk'];
  const missing = [...(chromium ? [] : ['chromium']), ...fonts];
  const apt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (missing.length > 0 && !apt)
    fail(
      `The browser tests need ${missing.join(' and ')}: install them (on Debian: apt-get install ${missing.join(' ')}), or set CHROMIUM to a Chromium.`,
    );
  // A distribution may have the one without windows or not; the other does as well.
  const done = apt && !shell && install([SHELL, ...fonts]);
  if (!done && missing.length > 0 && !install(missing))
    fail(`${missing.join(' and ')} could not be installed with apt-get.`);
}
