import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorLine } from './errorLine.ts';

/** Whatever is called so never reaches a log line, at any of the first levels of an object. */
const SECRET_NAMES = [
  'password',
  'otp',
  'recoveryCodes',
  'passwordOld',
  'passwordNew',
  'secret',
  'signSecret',
  'secretKey',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  '["x-authorization"]',
  'cookie',
  '["set-cookie"]',
  '["access-token"]',
  '["x-access-token"]',
];
const below = (level: string, name: string) =>
  name.startsWith('[') ? `${level}${name}` : `${level}.${name}`;
const paths = SECRET_NAMES.flatMap((name) => [name, below('*', name), below('*.*', name)]);

/** Structured lines without secrets; a query string never shows, since some clients put a password there. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[secret]' },
    serializers: {
      err: (error: unknown) => errorLine(error),
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
