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

if (process.argv.includes('--browser')) {
  const chromium = ['/usr/bin/chromium', process.env.CHROMIUM].find((path) => path && existsSync(path));
  const cjk = spawnSync(
    'sh',
    ['-c', 'ls /usr/share/fonts/opentype/noto/*CJK* 2>/dev/null || fc-list :lang=zh 2>/dev/null'],
    { encoding: 'utf8' },
  );
  const missing = [!chromium && 'chromium', !cjk.stdout?.trim() && 'fonts-noto-cjk'].filter(Boolean);
  if (missing.length > 0) {
    const apt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
    if (!apt)
      fail(
        `The browser tests need ${missing.join(' and ')}: install them (on Debian: apt-get install ${missing.join(' ')}), or set CHROMIUM to a Chromium.`,
      );
    console.log(`Installing ${missing.join(' and ')} …`);
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    if (
      !run('apt-get', ['update', '-qq']) ||
      !run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing])
    )
      fail(`${missing.join(' and ')} could not be installed with apt-get.`);
  }
}
