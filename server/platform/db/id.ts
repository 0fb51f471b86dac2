import { randomInt } from 'node:crypto';

/** 2024-01-01T00:00:00Z; demo rows made by SQL use the same epoch. */
export const ID_EPOCH = Date.UTC(2024, 0, 1);

/** Numbers from here on are never leased: they are for programs without a lease, such as tests and benchmarks. */
export const FIRST_SPARE_NODE = 960;

/** What a process may make ids with. */
export interface IdNode {
  node: number;
  /** Ids are of later milliseconds since 1970 than this: earlier ones may be the previous holder's. */
  afterMs: number;
  /** Ids are of no later millisecond than this. */
  untilMs: number;
  /**
   * Until when the number is held, by `performance.now()`. A machine that was suspended may hold it for longer: its ids
   * are still unique, for the next holder starts after `untilMs`.
   */
  heldUntil: number;
}

const LAST_SEQUENCE = 4_095;
let current: IdNode | 'lost' | undefined;
const spare = FIRST_SPARE_NODE + randomInt(1024 - FIRST_SPARE_NODE);
let lastMs = 0;
let sequence = 0;
let nowMs: () => number = Date.now;

/** From now on ids are made with this number; `lost` makes none until there is another. */
export function setIdNode(node: IdNode | 'lost'): void {
  current = node;
  if (node !== 'lost' && node.afterMs > lastMs) {
    // That millisecond is used up: the next id is of the one after it at the earliest.
    lastMs = node.afterMs;
    sequence = LAST_SEQUENCE;
  }
}

/** This server may make no ids for now: it lost touch with the database. */
export class IdsUnavailable extends Error {
  constructor() {
    super('this server may make no ids for now');
    this.name = 'IdsUnavailable';
  }
}

/** By which clock ids are made, in milliseconds since 1970. */
export function setIdClock(clock: () => number): void {
  nowMs = clock;
}

/** The last millisecond of an id that was made, or 0. */
export const lastIdMs = (): number => lastMs;

/** Whether ids can be made now. */
export function canMakeIds(): boolean {
  if (current === undefined) return true;
  return current !== 'lost' && performance.now() < current.heldUntil;
}

/**
 * A time-ordered 63-bit id as text: 41 bits of milliseconds, 10 bits of node, 12 bits of sequence.
 * The clock may step back: the last millisecond is then kept, so ids of one process never go down.
 * @throws IdsUnavailable where the node's lease is over and another server may hold it
 */
export function newId(): string {
  if (!canMakeIds()) throw new IdsUnavailable();
  const now = Math.floor(nowMs());
  if (now > lastMs) {
    lastMs = now;
    sequence = 0;
  } else if (++sequence > LAST_SEQUENCE) {
    lastMs += 1;
    sequence = 0;
  }
  if (typeof current === 'object' && lastMs > current.untilMs) throw new IdsUnavailable();
  const node = typeof current === 'object' ? current.node : spare;
  return ((BigInt(lastMs - ID_EPOCH) << 22n) | (BigInt(node) << 12n) | BigInt(sequence)).toString();
}

/**
 * The id that an instant in milliseconds has with these 22 low bits; without them the first one of the instant: what was
 * made since then has no smaller id, but for the skew of the clocks.
 */
export const idAt = (ms: number, low = 0): string =>
  ((BigInt(Math.max(0, Math.floor(ms) - ID_EPOCH)) << 22n) | BigInt(low)).toString();

/** When an id was made, in milliseconds since 1970. */
export const msOf = (id: string): number => Number(BigInt(id) >> 22n) + ID_EPOCH;
