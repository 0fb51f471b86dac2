import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { openEventStream } from '../../platform/http/openEventStream.ts';
import { Refused } from '../../platform/http/refused.ts';
import { claimsOf } from './claims.ts';
import { eventRange, readEvents } from '../../platform/events/dispatcher.ts';
import { changeFrame, HEARTBEAT, helloFrame, resyncFrame, retryFrame } from './frames.ts';
import type { Subscriber } from './groups.ts';
import { coalesce, type Hub, onWire } from './hub.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { type Heard, heardNow, singly } from './rights.ts';
import { lost, sees, visibilityOf } from './visibility.ts';

export interface Streams {
  open(caller: Caller, lastId: string, request: IncomingMessage, reply: FastifyReply): Promise<void>;
  start(): void;
  /** Ends every stream with a hint when to come back. */
  end(): void;
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
/** With what is remembered of people, a right taken by another server is gone here within 5 s. */
const CHECK_MS = 2_000;
/** Of one person: every window of three browsers and some to spare. */
const STREAMS_MOST = 16;
/** Readers of a server that stops come back spread over this time. */
const RETURN_MS = { least: 500, most: 3_000 } as const;
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

function newStream(of: Pick<Stream, 'caller' | 'visibility' | 'raw' | 'sent'>): Stream {
  const stream: Stream = { ...of, held: [], write: (frame, seq) => send(stream, frame, seq) };
  return stream;
}

function refuseMany(streams: Iterable<Stream>, { userId }: Caller): void {
  const own = [...streams].filter(({ caller }) => caller.userId === userId).length;
  if (own >= STREAMS_MOST) throw new Refused('busy', { says: 'tooManyStreams' });
}

type Source = Pick<AppDeps, 'pool' | 'log'> & Pick<Engine, 'compiled'>;

/** What was missed between `known` and the moment the stream joined the hub, or a resync where too much was. */
async function replay({ pool, compiled }: Source, stream: Stream, known: number): Promise<void> {
  const joined = stream.sent;
  const { first, last } = await eventRange(pool);
  if (known > last || known + 1 < first || last - known > REPLAY) {
    push(stream, resyncFrame(joined), joined);
    return;
  }
  const missed = (await readEvents(pool, known, REPLAY)).filter((event) => event.seq <= joined);
  const { claimant } = stream.visibility;
  const claims = await claimsOf(pool, compiled, missed, claimant === undefined ? [] : [claimant]);
  const visible = coalesce(missed.filter((event) => sees(stream.visibility, event, claims)));
  stream.sent = Math.max(joined, known);
  if (visible.length > 0) push(stream, changeFrame(visible.map(onWire), stream.sent), stream.sent);
}

/** Sends what was missed since the event `known`, then what came while that was read. */
async function resume(source: Source, stream: Stream, known: number | undefined): Promise<void> {
  try {
    if (known !== undefined) await replay(source, stream, known);
  } catch (error) {
    source.log.error({ err: error }, 'event replay');
    stream.raw.destroy();
  }
  const held = stream.held ?? [];
  stream.held = undefined;
  for (const [frame, seq] of held) send(stream, frame, seq);
}

/** Goes on with what its person may see now. */
function follow(hub: Hub, stream: Stream, now: Heard | undefined): void {
  const less = now && lost(stream.visibility, now.visibility);
  // What a replay is about to send was found with other rights: it comes back and asks again.
  if (!now || (less && stream.held)) {
    stream.raw.end();
    return;
  }
  Object.assign(stream, now);
  hub.regroup(stream);
  // What is on the screen was read with more rights.
  if (less) push(stream, resyncFrame(hub.seq), hub.seq);
}

function keepAlive(stream: Stream, seq: number, now: Date): void {
  if (stream.held) return;
  // Far ahead of what it was sent, for it hears little: say where the stream is, so that a resume stays short.
  if (seq > stream.sent) push(stream, helloFrame(seq, now), seq);
  else stream.raw.write(HEARTBEAT);
}

export function createStreams(
  { pool, clock, log }: AppDeps,
  hub: Hub,
  { compiled, scopes }: Pick<Engine, 'compiled' | 'scopes'>,
): Streams {
  const source = { pool, log, compiled };
  const sessions = sessionState(pool);
  const streams = new Set<Stream>();
  let stopFollowing: (() => void) | undefined;
  const timers: NodeJS.Timeout[] = [];

  /** Ends streams whose session has ended and follows what the others may see. */
  async function check(): Promise<void> {
    if (streams.size === 0) return;
    const open = [...streams];
    const heard = await heardNow(
      pool,
      scopes,
      open.map(({ caller }) => caller),
    );
    // One that was closed meanwhile is no member of the hub any more.
    for (const [index, stream] of open.entries()) if (streams.has(stream)) follow(hub, stream, heard[index]);
  }

  const checkSoon = singly(check, (error) => log.error({ err: error }, 'event streams'));

  function beat(): void {
    for (const stream of streams) keepAlive(stream, hub.seq, clock.now());
  }

  return {
    async open(caller, lastId, request, reply) {
      const visibility = await visibilityOf(scopes, caller);
      refuseMany(streams, caller);
      const raw = openEventStream(reply);
      const stream = newStream({ caller, visibility, raw, sent: hub.seq });
      // Sign-out, revocation and the lock screen cut the stream at once; a new one must be admitted again.
      const stopListening = sessions.onEnd(caller.sessionId, () => raw.end());
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
      await resume(source, stream, known);
    },
    start() {
      timers.push(setInterval(beat, HEARTBEAT_MS));
      timers.push(setInterval(checkSoon, CHECK_MS));
      stopFollowing = sessions.onChange(checkSoon);
    },
    end() {
      for (const stream of streams) {
        streams.delete(stream);
        hub.remove(stream);
        stream.raw.end(retryFrame(randomInt(RETURN_MS.least, RETURN_MS.most)));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopFollowing?.();
      for (const { raw } of streams) raw.end();
    },
  };
}
