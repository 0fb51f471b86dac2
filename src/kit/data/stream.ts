import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { ChangeEvent } from '../../../contract/calls.ts';
import { callHeaders, renewPair } from './call.ts';
import { learnClock, learnPair } from './token.ts';

/** One frame of /api/events, parsed; heartbeats are comments and never get here. */
export type Frame =
  | { kind: 'hello'; seq: string }
  | { kind: 'change'; events: ChangeEvent[]; seq: string }
  | { kind: 'resync'; seq: string };

export class StreamRefused extends Error {
  readonly status: number;
  /** What the server says of it, for whoever reads. */
  readonly text: string | undefined;
  constructor(status: number, text?: string) {
    super(`event stream refused with ${status}`);
    this.status = status;
    this.text = text;
  }
}

const isEvent = (value: unknown): value is ChangeEvent =>
  value !== null && typeof value === 'object' && typeof (value as ChangeEvent).resource === 'string';

export function parseFrame(
  event: string | undefined,
  data: string,
  id: string | undefined,
): Frame | undefined {
  if (event === 'resync') return { kind: 'resync', seq: id ?? '' };
  let body: unknown;
  try {
    body = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (event === 'hello')
    return { kind: 'hello', seq: id ?? String((body as { seq?: unknown } | null)?.seq ?? '') };
  const events = (Array.isArray(body) ? body : [body]).filter(isEvent);
  if (event !== 'change' || events.length === 0) return undefined;
  return { kind: 'change', events, seq: id ?? String(events.at(-1)!.seq) };
}

/** Silence longer than this is a dead line: the server sends a heartbeat every 15 s. */
const SILENCE_MS = 40_000;

interface Reading {
  path: string;
  /** GET without a body, POST with one. */
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
  onEvent: (event: EventSourceMessage) => void;
  /** Hears of every sign of life, heartbeats among them. */
  onAlive?: () => void;
}

/**
 * Reads server-sent events until the server ends them or `signal` fires. Fetch rather than EventSource, since the server
 * takes the bearer header only.
 */
export async function readEvents({ path, body, headers, signal, onEvent, onAlive }: Reading): Promise<void> {
  await renewPair();
  const quiet = new AbortController();
  const response = await fetch(`${import.meta.env.VITE_API_URL ?? ''}/api/${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...callHeaders(),
      Accept: 'text/event-stream',
      ...(body !== undefined && { 'Content-Type': 'application/json-patch+json' }),
      ...headers,
    },
    cache: 'no-store',
    signal: AbortSignal.any([signal, quiet.signal]),
  });
  learnClock(response.headers.get('date'));
  if (learnPair(response.headers) === 'invalid') throw new StreamRefused(401);
  if (!response.ok || !response.body) throw new StreamRefused(response.status);
  if (!response.headers.get('content-type')?.includes('event-stream')) {
    // A refusal arrives as an envelope with status 200.
    const refusal = (await response.json().catch(() => undefined)) as
      | { code?: number; message?: unknown }
      | undefined;
    const text = typeof refusal?.message === 'string' ? refusal.message : undefined;
    throw new StreamRefused(refusal?.code ?? response.status, text);
  }
  const parser = createParser({ onEvent });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const timer = setTimeout(() => quiet.abort(), SILENCE_MS);
    try {
      const { done, value } = await reader.read();
      if (done) return;
      onAlive?.();
      parser.feed(value);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Reads changes of what the person may see, from after the event `lastId` on. */
export const readStream = (
  lastId: string,
  onFrame: (frame: Frame) => void,
  signal: AbortSignal,
  onAlive: () => void,
): Promise<void> =>
  readEvents({
    path: 'events',
    headers: lastId ? { 'Last-Event-ID': lastId } : {},
    signal,
    onAlive,
    onEvent: ({ event, data, id }) => {
      const frame = parseFrame(event, data, id);
      if (frame) onFrame(frame);
    },
  });
