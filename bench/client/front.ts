import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Feed } from './feed.ts';

/** Serves a build as files and passes calls to the product's server; a feed answers in its place where one is given. */

export interface Front {
  base: string;
  /** Paths of the calls that went through, in order. */
  calls: string[];
  close(): void;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

function sendFile(folder: string, path: string, response: ServerResponse): void {
  const asked = join(folder, path);
  const file = existsSync(asked) && statSync(asked).isFile() ? asked : join(folder, 'index.html');
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
  response.setHeader('Cache-Control', path.startsWith('/assets/') ? 'max-age=3600, immutable' : 'no-cache');
  response.end(readFileSync(file));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes one call on; `seen` reads the answer on its way. */
async function pass(
  api: string,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  seen?: (answer: Buffer) => void,
): Promise<void> {
  const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = incoming.headers;
  const outgoing = request(`${api}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    const chunks: Buffer[] = [];
    if (seen) answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.pipe(response);
    answer.on('end', () => seen?.(Buffer.concat(chunks)));
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  outgoing.end(body);
}

export async function openFront(folder: string, api?: string, feed?: Feed): Promise<Front> {
  const calls: string[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
      if (feed && path === '/api/events') return feed.open(response);
      if (!api || !/^\/(api|health)/.test(path)) return sendFile(folder, path, response);
      calls.push(path);
      const body = await bodyOf(incoming);
      if (!feed || !path.endsWith('/rows')) return pass(api, incoming, body, response);
      const answer = feed.reread(body);
      if (answer) return response.setHeader('Content-Type', 'application/json').end(answer);
      return pass(api, incoming, body, response, (bytes) => feed.learn(path.split('/')[2] ?? '', bytes));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    base: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    calls,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
