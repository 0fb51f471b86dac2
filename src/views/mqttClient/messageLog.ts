import type { MqttMessage, MqttMessagesFrame } from '../../../contract/mqttClient.ts';

/** What came over a connection, the newest last. */

export interface Received extends MqttMessage {
  key: string;
}

export interface MessageLog {
  shown: readonly Received[];
  /** Came while the list was paused. */
  held: readonly Received[];
  paused: boolean;
  /** Messages that came since it was cleared, whether or not they are still kept. */
  total: number;
  /** Of them the server passed on so many fewer. */
  dropped: number;
  next: number;
}

export type LogEvent =
  | ({ kind: 'came' } & MqttMessagesFrame)
  | { kind: 'paused'; paused: boolean }
  | { kind: 'cleared' };

/** The oldest go where more come. */
export const KEPT = 5_000;

export const EMPTY_LOG: MessageLog = { shown: [], held: [], paused: false, total: 0, dropped: 0, next: 0 };

const newest = (lists: readonly (readonly Received[])[]): Received[] => lists.flat().slice(-KEPT);

export function messageLog(log: MessageLog, event: LogEvent): MessageLog {
  if (event.kind === 'cleared') return { ...EMPTY_LOG, paused: log.paused, next: log.next };
  if (event.kind === 'paused')
    return { ...log, paused: event.paused, shown: newest([log.shown, log.held]), held: [] };
  const { messages, dropped } = event;
  const came = messages.map((message, at) => ({ ...message, key: String(log.next + at) }));
  const list = log.paused ? 'held' : 'shown';
  return {
    ...log,
    [list]: newest([log[list], came]),
    total: log.total + came.length + dropped,
    dropped: log.dropped + dropped,
    next: log.next + came.length,
  };
}
