import { createParser } from 'eventsource-parser';
import type { ChangeEvent } from '../../contract/calls.ts';
import type { Client } from './client.ts';
import { PATIENCE_MS } from './patience.ts';

/** What has come so far of an answer of server-sent events. */
export interface Frames {
  frames: { event: string; id: string; data: string }[];
  until(done: () => boolean): Promise<void>;
  closed: Promise<void>;
}

/** What a client of the event stream has heard so far. */
export interface Stream extends Frames {
  changes(): ChangeEvent[];
}

export async function framesOf(response: Response): Promise<Frames> {
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    throw new Error(`no stream: ${await response.text()}`);
  const frames: Frames['frames'] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => frames.push({ event: event ?? '', id: id ?? '', data }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const closed = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  })().catch(() => undefined);
  return {
    frames,
    closed,
    async until(done) {
      const latest = Date.now() + PATIENCE_MS;
      while (!done()) {
        if (Date.now() > latest) throw new Error(`waited in vain: ${JSON.stringify(frames)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Opens the event stream and waits for its greeting; `open` collects what ends it. */
export async function listen(
  base: string,
  who: Client,
  open: AbortController[],
  lastId?: string,
): Promise<Stream> {
  const stop = new AbortController();
  open.push(stop);
  const read = await framesOf(
    await fetch(`${base}/api/events`, {
      headers: {
        Authorization: `Bearer ${who.token}`,
        ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
      },
      signal: stop.signal,
    }),
  );
  const { frames } = read;
  await read.until(() => frames.length > 0);
  return {
    ...read,
    changes: () =>
      frames
        .filter((frame) => frame.event === 'change')
        .flatMap((frame) => JSON.parse(frame.data) as ChangeEvent[]),
  };
}
