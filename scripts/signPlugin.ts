import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Makes keys for plugins, and packages of their manifests: docs/plugins.md. */

function makeKeys(name: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // Never over a key that is there already.
  writeFileSync(`${name}.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
  });
  const { x = '' } = publicKey.export({ format: 'jwk' });
  process.stdout.write(`PLUGIN_KEYS=${name}=${Buffer.from(x, 'base64url').toString('base64')}\n`);
}

function pack(manifestFile: string, keyFile: string): void {
  const manifest = readFileSync(manifestFile, 'utf8');
  const key = createPrivateKey(readFileSync(keyFile));
  const signature = sign(null, Buffer.from(manifest), key).toString('base64');
  process.stdout.write(`${JSON.stringify({ manifest, key: basename(keyFile, '.pem'), signature })}\n`);
}

const [first, second] = process.argv.slice(2);
if (!first || !second) throw new Error('key NAME, or MANIFEST.json KEY.pem');
if (first === 'key') makeKeys(second);
else pack(first, second);
