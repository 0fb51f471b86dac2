import http from 'node:http';
import https from 'node:https';
import type { OutboundAnswer } from './outbound.ts';

/** A request whose address has been checked: the connection goes there, whatever the name says by then. */
export interface PinnedRequest {
  url: URL;
  address: string;
  family: 4 | 6;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Buffer;
  /** Most bytes of the answer that are kept. */
  limit: number;
  signal: AbortSignal;
}

/** Sends one request to the pinned address. Never follows a redirect, never reuses a connection. */
export function sendPinned(request: PinnedRequest): Promise<OutboundAnswer> {
  const { url, address, family, body, limit, signal } = request;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (secure ? https : http).request(url, {
      method: request.method,
      headers: { ...request.headers, 'content-length': String(body.length), connection: 'close' },
      agent: false,
      signal,
      maxHeaderSize: 16_384,
      lookup: (_name, options, done) => {
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      const finish = (truncated: boolean) => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts).subarray(0, limit).toString('utf8'),
          truncated,
        });
        if (truncated) outgoing.destroy();
      };
      answer.on('error', reject);
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > limit) finish(true);
      });
      answer.once('end', () => finish(false));
    });
    outgoing.end(body);
  });
}
