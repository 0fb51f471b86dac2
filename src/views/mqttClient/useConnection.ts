import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { MqttMessagesFrame, MqttState, MqttStateFrame } from '../../../contract/mqttClient.ts';
import { StreamRefused, readEvents } from '../../kit/index.ts';
import { EMPTY_LOG, messageLog } from './messageLog.ts';

export interface Wanted {
  broker: string;
  user: string;
  password: string;
  clientId: string;
}

export interface Line extends Partial<Omit<MqttStateFrame, 'state'>> {
  state: 'none' | MqttState;
  /** What the server says where it opens no connection. */
  problem?: string | undefined;
}

const NONE: Line = { state: 'none' };
export const isOpen = ({ state }: Line): boolean => state !== 'none' && state !== 'ended';

interface Ports {
  heard: (frame: MqttMessagesFrame) => void;
  changed: (next: (now: Line) => Line) => void;
}

/** Reads one connection to its end; nothing of it is kept but what it was given. */
async function follow(wanted: Wanted, signal: AbortSignal, { heard, changed }: Ports): Promise<void> {
  const { broker, user, password, clientId } = wanted;
  const given = { ...(user && { user, password }), ...(clientId && { clientId }) };
  try {
    await readEvents({
      path: 'mqttClient/connect',
      body: { broker, ...given },
      signal,
      onEvent: ({ event, data }) => {
        if (event === 'messages') heard(JSON.parse(data) as MqttMessagesFrame);
        if (event === 'state') changed(() => JSON.parse(data) as MqttStateFrame);
      },
    });
    // Without a last frame the way to the server itself was cut.
    changed((now) => (isOpen(now) ? { state: 'ended', reason: 'server' } : now));
  } catch (error) {
    if (signal.aborted) return;
    const problem = error instanceof StreamRefused ? error.text : undefined;
    changed(() => ({ state: 'ended', problem, ...(problem === undefined && { reason: 'server' as const }) }));
  }
}

/** The connection of a panel: it ends with the panel. */
export function useConnection() {
  const [line, setLine] = useState<Line>(NONE);
  const [log, tell] = useReducer(messageLog, EMPTY_LOG);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const disconnect = useCallback(() => {
    stop.current?.abort();
    setLine(NONE);
  }, []);
  const connect = useCallback((wanted: Wanted) => {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    setLine({ state: 'connecting' });
    void follow(wanted, own.signal, {
      heard: (frame) => tell({ kind: 'came', ...frame }),
      changed: (next) => {
        // Of a connection that was left nothing counts.
        if (!own.signal.aborted) setLine(next);
      },
    });
  }, []);
  return { line, log, tell, connect, disconnect };
}

const SECOND = 1_000;

/** How many came within the last second. */
export function useRate(total: number): number {
  const [rate, setRate] = useState(0);
  const latest = useRef(total);
  useEffect(() => {
    latest.current = total;
  }, [total]);
  useEffect(() => {
    let before = latest.current;
    const timer = setInterval(() => {
      setRate(Math.max(0, latest.current - before));
      before = latest.current;
    }, SECOND);
    return () => clearInterval(timer);
  }, []);
  return rate;
}
