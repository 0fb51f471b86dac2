import type { PoolClient } from 'pg';
import type { Connections } from '../db/wall.ts';
import type { ActionHandler } from '../engine/action.ts';
import type { AppDeps } from '../http/deps.ts';
import type { Caller } from '../http/caller.ts';

/**
 * What a resource of the system adds to the engine's generic add, update and delete.
 * The engine calls, within the row's transaction: lock → beforeWrite → insert, update or delete → afterWrite →
 * log and outbox → commit, and then what `onCommit` collected.
 */
export interface WriteContext {
  deps: AppDeps;
  tx: PoolClient;
  caller: Caller;
  now: Date;
  verb: 'add' | 'update' | 'delete';
  id: string;
  /** The locked row, camelCase keys; absent on add. */
  before?: Readonly<Record<string, unknown>>;
  /** Validated values, camelCase, `virtual` ones included. beforeWrite may change them or add columns. */
  values: Record<string, unknown>;
  /** Merged into the answer's row: what is shown once. */
  answer: Record<string, unknown>;
  onCommit: (work: () => void | Promise<void>) => void;
}

/** Columns that tell of another merchant's row. */
export interface OthersColumns {
  columns: readonly string[];
  /** SQL over the table's own columns: the merchant whose row that is. */
  merchant: string;
}

export interface Override {
  /** What is read as empty where the asker does not see whose it is. */
  others?: OthersColumns;
  /** Verbs and actions served by routes of their own; the engine does not mount them. */
  own?: readonly string[];
  /** Fields of the form that are no columns of the table: validated, passed in `values`, never written. */
  virtual?: readonly string[];
  /** Throws Refused to refuse the write. */
  beforeWrite?: (context: WriteContext) => Promise<void>;
  afterWrite?: (context: WriteContext) => Promise<void>;
  /** Further keys of `detail`: the values of virtual fields. */
  detail?: (pool: Connections, id: string, caller: Caller) => Promise<Record<string, unknown>>;
  /** Action handlers, where the engine serves the action. */
  handlers?: Readonly<Record<string, ActionHandler>>;
}
