import type { ChangeEvent } from '../../../contract/calls.ts';

/** Frames of the stream: `id` is the sequence number to resume after. */

export const changeFrame = (events: readonly ChangeEvent[], seq: number): string =>
  `id: ${seq}\nevent: change\ndata: ${JSON.stringify(events)}\n\n`;

export const helloFrame = (seq: number, time: Date): string =>
  `id: ${seq}\nevent: hello\ndata: ${JSON.stringify({ seq, time: time.toISOString() })}\n\n`;

export const resyncFrame = (seq: number): string =>
  `id: ${seq}\nevent: resync\ndata: ${JSON.stringify({ seq })}\n\n`;

/** Reconnect after this many milliseconds. */
export const retryFrame = (ms: number): string => `retry: ${ms}\n\n`;

export const HEARTBEAT = ': still here\n\n';
