import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { byteRange } from './byteRange.ts';
import { type ExportFile, readExport } from './exportFile.ts';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
export const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Answers with the file, or with the range of it that was asked for, so that a broken download can go on. */
export function sendExport(
  pool: Pool,
  file: ExportFile,
  name: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const etag = `"${file.id}"`;
  const current = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = current ? byteRange(headers.range, file.size) : undefined;
  reply.header('accept-ranges', 'bytes').header('cache-control', 'no-store');
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const { from, to } = range ?? { from: 0, to: file.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`);
  return reply
    .type(typeOf(name))
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', to + 1 - from)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(readExport(pool, file, from, to), { objectMode: false }));
}
