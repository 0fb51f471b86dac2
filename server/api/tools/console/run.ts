import type { Socket } from 'node:net';
import type pg from 'pg';
import {
  CONSOLE_LIMITS,
  type ConsoleAnswer,
  type ConsoleColumn,
  type ConsoleFailure,
} from '../../../../contract/sqlConsole.ts';
import type { ConsoleAccess } from '../../../platform/db/consoleAccess.ts';

/** A cursor takes one statement that reads, by PostgreSQL's own grammar. */
const CURSOR = 'declare shown no scroll cursor for ';
const PORTION = 100;
/** So many bytes at once come of one row alone: what reads it is ended before it fills the memory. */
const MOST_BYTES = 4 * CONSOLE_LIMITS.bytes;
/** Beyond the statement's own limit: then its connection is dropped, whatever it does. */
const GRACE_MS = 5_000;

type Line = (string | null)[];
interface Portion {
  rows: Line[];
  fields: pg.FieldDef[];
}

/** Ends the connection when nobody waits any more, when too much comes, and when it takes too long. */
function guard(socket: Socket, signal: AbortSignal): { why: () => string | undefined; free: () => void } {
  let why: string | undefined;
  const end = (reason: string) => {
    why ??= reason;
    socket.destroy();
  };
  // As it comes: a timer of a busy server may look only after the memory is full.
  const weigh = () => socket.bytesRead > MOST_BYTES && end('tooLarge');
  socket.on('data', weigh);
  const late = setTimeout(() => end('tooLong'), CONSOLE_LIMITS.ms + GRACE_MS);
  const left = () => end('cancelled');
  signal.addEventListener('abort', left);
  return {
    why: () => why,
    free() {
      socket.off('data', weigh);
      clearTimeout(late);
      signal.removeEventListener('abort', left);
    },
  };
}

/** A named statement goes through the protocol that takes one at a time. */
const one = async (client: pg.Client, text: string): Promise<Portion> =>
  client.query({ name: text.startsWith('fetch') ? 'fetch' : 'statement', text, rowMode: 'array' });

const short = (text: string | null): string | null =>
  text !== null && text.length > CONSOLE_LIMITS.cell ? `${text.slice(0, CONSOLE_LIMITS.cell)}…` : text;

async function readAll(client: pg.Client, socket: Socket): Promise<Portion & Pick<ConsoleAnswer, 'cut'>> {
  const rows: Line[] = [];
  for (;;) {
    const portion = await one(client, `fetch forward ${PORTION} from shown`);
    rows.push(...portion.rows.map((row) => row.map(short)));
    if (rows.length > CONSOLE_LIMITS.rows)
      return { rows: rows.slice(0, CONSOLE_LIMITS.rows), fields: portion.fields, cut: 'rows' };
    if (portion.rows.length < PORTION) return { rows, fields: portion.fields };
    if (socket.bytesRead > CONSOLE_LIMITS.bytes) return { rows, fields: portion.fields, cut: 'bytes' };
  }
}

const TYPES = `select oid::text as oid, pg_catalog.format_type(oid, null) as name from pg_catalog.pg_type
  where oid::text = any (pg_catalog.string_to_array($1, ','))`;

async function columnsOf(client: pg.Client, fields: readonly pg.FieldDef[]): Promise<ConsoleColumn[]> {
  const ids = [...new Set(fields.map(({ dataTypeID }) => String(dataTypeID)))].join(',');
  const { rows } = await client.query<{ oid: string; name: string }>(TYPES, [ids]);
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  return fields.map(({ name, dataTypeID }) => ({ name, type: names.get(String(dataTypeID)) ?? '' }));
}

function failureOf(error: unknown, prefix: number, why: string | undefined): ConsoleFailure {
  if (why) return { code: why, message: '' };
  const { code = '', message, hint, position } = error as pg.DatabaseError;
  const at = Number(position) - 1 - prefix;
  return { code, message, hint, ...(at >= 0 && { at }) };
}

interface Statement {
  text: string;
  /** EXPLAIN goes without a cursor. */
  isExplain: boolean;
}

/**
 * Carries out one statement on a connection of its own, in a transaction that cannot write and is never committed. Its backend
 * is gone when this returns, and with it every lock, setting and prepared thing of the session.
 */
export async function runStatement(
  access: ConsoleAccess,
  { text, isExplain }: Statement,
  signal: AbortSignal,
): Promise<ConsoleAnswer> {
  const began = performance.now();
  const session = access.open({ ms: CONSOLE_LIMITS.ms });
  const { client, socket } = session;
  const { why, free } = guard(socket, signal);
  const prefix = isExplain ? '' : CURSOR;
  const ms = () => Math.round(performance.now() - began);
  try {
    await client.connect();
    await client.query('begin transaction read only');
    const begun = await one(client, `${prefix}${text}`);
    const { rows, fields, cut } = isExplain ? { ...begun, cut: undefined } : await readAll(client, socket);
    return { columns: await columnsOf(client, fields), rows, cut, ms: ms() };
  } catch (error) {
    return { columns: [], rows: [], ms: ms(), failure: failureOf(error, prefix.length, why()) };
  } finally {
    free();
    await session.end();
  }
}
