import { createParser } from 'eventsource-parser';
import type { ChangeEvent } from '../../contract/calls.ts';
import type { Client } from './client.ts';
import { PATIENCE_MS } from './patience.ts';

/** What a client of the event stream has heard so far. */
export interface Stream {
  frames: { event: string; id: string; data: string }[];
  changes(): ChangeEvent[];
  until(done: () => boolean): Promise<void>;
  closed: Promise<void>;
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
  const response = await fetch(`${base}/api/events`, {
    headers: {
      Authorization: `Bearer ${who.token}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    signal: stop.signal,
  });
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    throw new Error(`no stream: ${await response.text()}`);
  const frames: Stream['frames'] = [];
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
  const stream: Stream = {
    frames,
    closed,
    changes: () =>
      frames
        .filter((frame) => frame.event === 'change')
        .flatMap((frame) => JSON.parse(frame.data) as ChangeEvent[]),
    async until(done) {
      const latest = Date.now() + PATIENCE_MS;
      while (!done()) {
        if (Date.now() > latest) throw new Error(`waited in vain: ${JSON.stringify(frames)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
  await stream.until(() => frames.length > 0);
  return stream;
}
