import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../engine/scope.ts';
import type { Caller } from '../http/caller.ts';
import type { AppDeps } from '../http/deps.ts';
import { eventRange, readEvents } from './dispatcher.ts';
import { changeFrame, HEARTBEAT, helloFrame, resyncFrame } from './frames.ts';
import { coalesce, type Hub, onWire, type Subscriber } from './hub.ts';
import { sessionDesk } from '../session/desk.ts';
import { sees, visibilityOf } from './visibility.ts';

export interface Streams {
  open(caller: Caller, lastId: string, request: IncomingMessage, reply: FastifyReply): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
const CHECK_MS = 5_000;
/** A longer gap is not replayed: reading everything again is cheaper. */
const REPLAY = 5_000;
/** A reader this far behind is cut off; it comes back and resumes. */
const BACKLOG_BYTES = 1_048_576;

interface Stream extends Subscriber {
  caller: Caller;
  raw: ServerResponse;
  /** Number of the newest event this stream has been past. */
  sent: number;
  /** Frames that came while the replay was being read. */
  held: [string, number][] | undefined;
}

function push(stream: Stream, frame: string, seq: number): void {
  if (stream.raw.writableLength > BACKLOG_BYTES) {
    stream.raw.destroy();
    return;
  }
  stream.sent = seq;
  stream.raw.write(frame);
}

function send(stream: Stream, frame: string, seq: number): void {
  if (stream.held) stream.held.push([frame, seq]);
  else if (seq > stream.sent) push(stream, frame, seq);
}

export function createStreams({ pool, clock, log }: AppDeps, hub: Hub): Streams {
  const scopes = new Scopes(pool);
  const streams = new Set<Stream>();
  const timers: NodeJS.Timeout[] = [];

  /** What was missed between `known` and the moment the stream joined the hub, or a resync where too much was. */
  async function replay(stream: Stream, known: number): Promise<void> {
    const joined = stream.sent;
    const { first, last } = await eventRange(pool);
    if (known > last || known + 1 < first || last - known > REPLAY) {
      push(stream, resyncFrame(joined), joined);
      return;
    }
    const missed = (await readEvents(pool, known, REPLAY)).filter((event) => event.seq <= joined);
    const visible = coalesce(missed.filter((event) => sees(stream.visibility, event)));
    stream.sent = Math.max(joined, known);
    if (visible.length > 0) push(stream, changeFrame(visible.map(onWire), stream.sent), stream.sent);
  }

  function writeHead(reply: FastifyReply): ServerResponse {
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

  /** Ends streams whose session has ended and follows what the others may see. */
  async function check(): Promise<void> {
    if (streams.size === 0) return;
    const ids = [...new Set([...streams].map((stream) => stream.caller.sessionId))];
    const { rows } = await pool.query<{ id: string }>(
      `select s.id from sys_session s join sys_user u on u.id = s.user_id
       where s.id = any($1::bigint[]) and s.revoked_at is null and s.locked_at is null and s.expires_at > now() and u.status = 1`,
      [ids],
    );
    const alive = new Set(rows.map((row) => row.id));
    const seen = new Map<string, ReturnType<typeof visibilityOf>>();
    for (const stream of streams) {
      if (!alive.has(stream.caller.sessionId)) {
        stream.raw.end();
        continue;
      }
      const { userId } = stream.caller;
      const visibility = seen.get(userId) ?? visibilityOf(scopes, stream.caller);
      seen.set(userId, visibility);
      stream.visibility = await visibility;
      if (streams.has(stream)) hub.regroup(stream);
    }
  }

  function beat(): void {
    for (const stream of streams) {
      if (stream.held) continue;
      // Far ahead of what it was sent, for it hears little: say where the stream is, so that a resume stays short.
      if (hub.seq > stream.sent) push(stream, helloFrame(hub.seq, clock.now()), hub.seq);
      else stream.raw.write(HEARTBEAT);
    }
  }

  return {
    async open(caller, lastId, request, reply) {
      const visibility = await visibilityOf(scopes, caller);
      const raw = writeHead(reply);
      const stream: Stream = {
        caller,
        visibility,
        raw,
        sent: hub.seq,
        held: [],
        write: (f, s) => send(stream, f, s),
      };
      // Sign-out, revocation and the lock screen cut the stream at once; a new one must be admitted anew.
      const stopListening = sessionDesk(pool).onEnd(caller.sessionId, () => raw.end());
      const close = () => {
        stopListening();
        streams.delete(stream);
        hub.remove(stream);
      };
      request.once('close', close);
      raw.once('close', close);
      raw.once('error', close);
      if (raw.destroyed) return;
      streams.add(stream);
      hub.add(stream);
      const known = /^\d{1,15}$/.test(lastId) ? Number(lastId) : undefined;
      // A resumed stream keeps its old number until the replay is out: a cut in between must not skip it.
      raw.write(helloFrame(known ?? stream.sent, clock.now()));
      try {
        if (known !== undefined) await replay(stream, known);
      } catch (error) {
        log.error({ err: error }, 'event replay');
        raw.destroy();
      }
      const held = stream.held ?? [];
      stream.held = undefined;
      for (const [frame, seq] of held) send(stream, frame, seq);
    },
    start() {
      timers.push(setInterval(beat, HEARTBEAT_MS));
      timers.push(
        setInterval(() => check().catch((error) => log.error({ err: error }, 'event streams')), CHECK_MS),
      );
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      for (const { raw } of streams) raw.end();
    },
  };
}
