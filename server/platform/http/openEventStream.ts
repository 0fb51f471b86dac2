import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Begins an answer of server-sent events; from here on it is written and ended by hand. */
export function openEventStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  return raw;
}
