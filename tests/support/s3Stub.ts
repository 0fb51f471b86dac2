import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bucket in memory that answers signed requests alone (AWS Signature Version 4), and that can be slow, fail, cut an
 * answer off or lose one.
 */

export const S3_KEYS = { accessKey: 'AKIATESTSTUB', secretKey: 'stub/secret+key', region: 'eu-test-1' };

export interface S3Stub {
  endpoint: string;
  bucket: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Requests by method and path, with the status that they got. */
  seen: string[];
  /** What it does with the next requests. */
  mode: 'well' | 'fails' | 'slow' | 'cut';
  stop(): Promise<void>;
}

const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Why a request is not signed as it should be; undefined where it is. */
function fault(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '' } = request.headers;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!found) return 'AccessDenied';
  const [, key, day, region, names, signature] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (key !== S3_KEYS.accessKey || region !== S3_KEYS.region) return 'InvalidAccessKeyId';
  const header = (name: string) =>
    String(request.headers[name] ?? '')
      .trim()
      .replaceAll(/\s+/g, ' ');
  const at = header('x-amz-date');
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const hash = header('x-amz-content-sha256');
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name)))
    return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://stub');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${header(name)}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const keys = [day, region, 's3', 'aws4_request'];
  const signing = keys.reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${S3_KEYS.secretKey}`);
  const wanted = hmac(signing, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString('hex');
  return wanted === signature ? undefined : 'SignatureDoesNotMatch';
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

function give(stub: S3Stub, response: ServerResponse, bytes: Buffer, type: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length, etag: '"stub"' });
  if (stub.mode !== 'cut') return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  setTimeout(() => response.destroy(), 50);
}

function answer(stub: S3Stub, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const wrong = fault(request, body);
  if (wrong) return void refuse(response, 403, wrong);
  if (stub.mode === 'slow') return;
  if (stub.mode === 'fails') return void refuse(response, 500, 'InternalError');
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://stub').pathname);
  if (!path.startsWith(`/${stub.bucket}/`)) return void refuse(response, 404, 'NoSuchBucket');
  const key = path.slice(stub.bucket.length + 2);
  const object = stub.objects.get(key);
  if (request.method === 'PUT') {
    stub.objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
    return void response.writeHead(200, { etag: '"stub"' }).end();
  }
  if (request.method === 'DELETE') {
    stub.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!object) return void refuse(response, 404, 'NoSuchKey');
  if (request.method === 'HEAD')
    return void response
      .writeHead(200, { 'content-length': object.bytes.length, 'content-type': object.type })
      .end();
  give(stub, response, object.bytes, object.type);
}

export async function startS3(bucket = 'paydesk-files'): Promise<S3Stub> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    response.on('finish', () => stub.seen.push(`${request.method} ${request.url} ${response.statusCode}`));
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(stub, request, response, Buffer.concat(parts)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stub: S3Stub = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects: new Map(),
    seen: [],
    mode: 'well',
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return stub;
}
