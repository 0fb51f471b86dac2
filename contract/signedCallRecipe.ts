/** How a system signs a call under an Open API identity, as scripts that run as they are printed. */

interface Recipe {
  /** Where the server is, without a slash at the end. */
  base: string;
  accessKey: string;
}

/** bash with curl and openssl; SECRET is in its environment. */
export const curlRecipe = ({ base, accessKey }: Recipe): string => `BASE='${base}'
ACCESS_KEY='${accessKey}'
path='/api/sysUser/page'
body='{"page":1,"pageSize":20}'
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
digest=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
sign=$(printf %s "POST&$path&$ACCESS_KEY&$timestamp&$nonce&$digest" |
  openssl dgst -sha256 -hmac "$SECRET" -binary | base64)
curl -s "$BASE$path" -H 'Content-Type: application/json' -H "accessKey: $ACCESS_KEY" \\
  -H "timestamp: $timestamp" -H "nonce: $nonce" -H "body-sha256: $digest" -H "sign: $sign" -d "$body"
`;

/** Node without a package; SECRET is in its environment. */
export const nodeRecipe = ({
  base,
  accessKey,
}: Recipe): string => `import { createHash, createHmac, randomUUID } from 'node:crypto';

const base = '${base}';
const accessKey = '${accessKey}';
const path = '/api/sysUser/page';
const body = JSON.stringify({ page: 1, pageSize: 20 });
const timestamp = String(Math.floor(Date.now() / 1000));
const nonce = randomUUID();
const digest = createHash('sha256').update(body).digest('hex');
const sign = createHmac('sha256', process.env.SECRET)
  .update(['POST', path, accessKey, timestamp, nonce, digest].join('&'))
  .digest('base64');
const headers = { 'Content-Type': 'application/json', accessKey, timestamp, nonce, 'body-sha256': digest, sign };
const answer = await fetch(base + path, { method: 'POST', headers, body });
console.log(await answer.text());
`;
