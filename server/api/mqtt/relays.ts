import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { MQTT_LIMITS } from '../../../contract/mqttClient.ts';
import { callersNow } from '../../identity/session/callersNow.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { openEventStream } from '../../platform/http/openEventStream.ts';
import { mqttRefused, Relay, type RelayPorts } from './relay.ts';

/** What it takes to have a connection; checked as long as it lasts. */
export const CONNECT = 'mqttClient:connect';
const HEARTBEAT_MS = 15_000;
const CHECK_MS = 2_000;
/** A page so far behind is sent nothing more until it has caught up. */
const BACKLOG_BYTES = 1_048_576;
const HEARTBEAT = ': still here\n\n';

interface Open {
  caller: Caller;
  relay: Relay;
  raw: ServerResponse;
}

const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export type Wanted = Pick<RelayPorts, 'broker' | 'account' | 'clientId'>;

/** The connections of this server; each lives as long as the stream that its page reads. */
export class Relays {
  readonly #deps: AppDeps;
  readonly #open = new Map<string, Open>();
  readonly #timers: NodeJS.Timeout[];
  readonly #stopFollowing: () => void;

  constructor(deps: AppDeps) {
    this.#deps = deps;
    const check = () =>
      void this.#check().catch((error: unknown) => deps.log.error({ err: error }, 'mqtt connections'));
    this.#timers = [setInterval(check, CHECK_MS), setInterval(() => this.#beat(), HEARTBEAT_MS)];
    this.#stopFollowing = sessionState(deps.pool).onChange(check);
  }

  countOf({ userId }: Caller): number {
    return [...this.#open.values()].filter(({ caller }) => caller.userId === userId).length;
  }

  /** @throws Refused where the person has no such connection on this server */
  relayOf({ userId }: Caller, id: string): Relay {
    const open = this.#open.get(id);
    if (open?.caller.userId !== userId) throw mqttRefused('mqttGone');
    return open.relay;
  }

  /** @throws Refused where the person has as many as one may have */
  connect(caller: Caller, wanted: Wanted, reply: FastifyReply): void {
    if (this.countOf(caller) >= MQTT_LIMITS.connections)
      throw mqttRefused('mqttManyConnections', { most: MQTT_LIMITS.connections });
    const id = randomUUID();
    const raw = openEventStream(reply);
    const relay = new Relay({
      ...wanted,
      id,
      now: () => this.#deps.clock.now(),
      state: (data) => raw.write(frame('state', data)),
      messages: (data) => raw.write(frame('messages', data)),
      isBehind: () => raw.writableLength > BACKLOG_BYTES,
      closed: () => {
        this.#open.delete(id);
        raw.end();
      },
    });
    this.#open.set(id, { caller, relay, raw });
    const stopListening = sessionState(this.#deps.pool).onEnd(caller.sessionId, () => relay.end());
    raw.once('close', () => {
      stopListening();
      relay.end();
    });
    raw.once('error', () => relay.end());
    if (raw.destroyed) relay.end();
  }

  end(): void {
    for (const { relay } of this.#open.values()) relay.end({ reason: 'server' });
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopFollowing();
    this.end();
  }

  #beat(): void {
    for (const { raw } of this.#open.values()) raw.write(HEARTBEAT);
  }

  /** Ends what nobody uses, and what its person may not have any more. */
  async #check(): Promise<void> {
    for (const { relay } of this.#open.values()) if (relay.isIdle()) relay.end({ reason: 'idle' });
    if (this.#open.size === 0) return;
    const open = [...this.#open.values()];
    const callers = await callersNow(
      this.#deps.pool,
      open.map(({ caller }) => caller),
    );
    for (const [at, { relay }] of open.entries()) {
      const caller = callers[at];
      if (!caller) relay.end();
      else if (!can(caller, CONNECT)) relay.end({ reason: 'rights' });
    }
  }
}
