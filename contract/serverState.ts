/** How a server was during one step of time. Rates are fractions of 1, sizes are bytes. */
export interface ServerSample {
  /** ISO instant of its end. */
  at: string;
  /** Of all processors of the machine. */
  cpu: number;
  /** Of one processor, by this process: more than 1 where several work for it. */
  processCpu: number;
  usedMemory: number;
  processMemory: number;
  /** By how many ms the slowest percent of turns of the event loop came late. */
  loopLagMs: number;
}

export interface ServerHost {
  name: string;
  system: string;
  architecture: string;
  processors: number;
  runtime: string;
  version: string;
  totalMemory: number;
  /** ISO instant since which the process runs. */
  startedAt: string;
  /** Seconds since the machine started. */
  machineSeconds: number;
}

export interface DiskState {
  /** The folder of this server's own data. */
  size: number;
  free: number;
}

export interface DatabaseConnection {
  pid: number;
  seconds: number;
  /** Null where this server may not know it. */
  statement: string | null;
  /** Processes that hold what it waits for. */
  blockedBy: readonly number[];
}

export interface SlowStatement {
  statement: string;
  /** Null: it runs now; else how often it ran since the statistics began. */
  calls: number | null;
  meanMs: number;
  totalMs: number;
}

export interface TableSize {
  name: string;
  bytes: number;
  indexBytes: number;
  rows: number;
}

export interface Replica {
  name: string;
  state: string | null;
  lagSeconds: number | null;
}

export interface DatabaseState {
  version: string;
  bytes: number;
  standby: boolean;
  connections: { active: number; idle: number; waiting: number; most: number };
  /** Connections of this server, by what they are for. */
  pools: readonly { name: string; total: number; idle: number; waiting: number }[];
  locks: { held: number; waiting: number };
  blocked: readonly DatabaseConnection[];
  slow: readonly SlowStatement[];
  tables: readonly TableSize[];
  replicas: readonly Replica[];
}

export interface QueueState {
  task: string;
  ready: number;
  later: number;
  running: number;
  failed: number;
  /** Seconds that the oldest ready job has waited. */
  waitsSeconds: number | null;
}

export interface EventState {
  /** Committed changes that no stream has been sent yet. */
  waiting: number;
  /** Seconds since the oldest of them. */
  lagSeconds: number;
  /** Calls to endpoints that wait for a place, and that run. */
  callsWaiting: number;
  callsRunning: number;
}

export interface ServerPeer {
  id: string;
  /** Whether it gave a sign of life within its lease. */
  alive: boolean;
  /** The one that answers. */
  own: boolean;
}

/** What POST /api/sysServer/state answers. */
export interface ServerState {
  host: ServerHost;
  samples: readonly ServerSample[];
  disk: DiskState | null;
  database: DatabaseState;
  queues: readonly QueueState[];
  events: EventState;
  servers: readonly ServerPeer[];
}
