import type { PoolClient } from 'pg';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Action, Resource } from '../../contract/resource.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import type { Refused } from '../platform/http/refused.ts';

/** A locked row, camelCase keys, dictionary values as stored, money as decimal strings. */
export type LockedRow = Record<string, unknown> & { id: string };

export interface OrderLogEntry {
  /** Whose order it is, where the command is on a row that is none itself. */
  resource?: string;
  orderId: string;
  orderNo: string;
  merchantId: string;
  event: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  remark?: string;
}

export type AfterCommit = () => void | Promise<void>;

export interface ActionContext {
  deps: AppDeps;
  /** The row's own transaction; commit is the engine's. */
  tx: PoolClient;
  caller: Caller;
  /** Validated against the action's input fields. */
  input: Record<string, unknown>;
  now: Date;
  dryRun: boolean;
  /** One per accepted command and row: bulk operation id + row id. */
  commandKey: string;
  /** Sealed in the background; the operator and the address come from the caller. */
  log(entry: OrderLogEntry): Promise<void>;
  /** Outbox event, committed with the row. */
  emit(
    resource: string,
    id: string,
    change: 'add' | 'update' | 'delete',
    merchantId?: string | null,
  ): Promise<void>;
  /** Adds to the answer what is shown this once and kept nowhere: a new password, not in the answer to a repeated call. */
  showOnce(secrets: Record<string, unknown>): void;
  /** Done once the row is committed: what no other server sees sooner than it must. */
  onCommit(work: AfterCommit): void;
  /** Queues a worker task in the same transaction. */
  enqueue(task: string, payload: unknown, options?: { runAt?: Date; key?: string }): Promise<void>;
  /** Sets columns of the row and adds one to its version; compare-and-set on the locked row. */
  set(values: Record<string, unknown>): Promise<void>;
}

/** Runs inside the row's transaction after lock and guard; throws Refused to refuse this row alone. */
export type ActionHandler = (
  context: ActionContext,
  row: LockedRow,
) => Promise<Record<string, unknown> | undefined>;

/** A command on the row that another row is about. */
export interface OtherCommand {
  resource: string;
  action: string;
  id: string;
}

/** What decides with what input the other command is given. */
export interface Delegating extends Pick<ActionContext, 'tx' | 'now' | 'dryRun'> {
  other: Action;
  /** What was typed into the sheet of the action itself. */
  input: Readonly<Record<string, unknown>>;
  alone: boolean;
}

/**
 * An action that is carried out by another resource's command, on the row that its own row is about, so that whatever that
 * command demands, refuses, writes and logs is the same from whichever list it is given. It runs in the same transaction
 * behind the same savepoint, and the other row is locked first, as the command itself would.
 */
export interface Delegate {
  /** Asked of the row before it is locked: what it says of this must not change. Undefined where its own handler does it. */
  to: (row: LockedRow) => OtherCommand | undefined;
  /** Once both rows are locked. @throws Refused */
  input: (about: Delegating, row: LockedRow) => Promise<Record<string, unknown>>;
  /** What the sheet shows of one of several rows, from what the other command's would. */
  shown: (row: LockedRow, after: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** What an action that makes a row has to hand; its transaction is the engine's too. */
export interface MakeContext
  extends Pick<
    ActionContext,
    'deps' | 'tx' | 'caller' | 'input' | 'now' | 'dryRun' | 'commandKey' | 'showOnce'
  > {
  /** May the caller's rows belong to this merchant. */
  seesMerchant: (merchantId: string) => boolean;
}

/** Writes one row with its log and its event; throws Refused to refuse the command. A dry run answers without an id. */
export type MakeHandler = (context: MakeContext) => Promise<Record<string, unknown> & { id: string }>;

/** Whose command was refused. */
export interface RefusedCommand {
  action: string;
  caller: Caller;
  now: Date;
}

/** Says more than a declared refusal does, by its code; undefined where nothing more is known of the locked row. */
export type Explanations = Readonly<
  Partial<
    Record<
      ErrorCode,
      (tx: PoolClient, row: LockedRow, command: RefusedCommand) => Promise<Refused | undefined>
    >
  >
>;

type Acting<A> = {
  [K in keyof A as A[K] extends { then: object } | { on: 'new' } ? never : K]: ActionHandler;
};
type Making<A> = { [K in keyof A as A[K] extends { on: 'new' } ? K : never]: MakeHandler };

/** A handler for each action that does more than set fields; a missing one is a type error. */
export type ActionHandlers<R extends Resource & { actions: object }> = Acting<R['actions']>;

/** The same for actions that make a row. */
export type MakeHandlers<R extends Resource & { actions: object }> = Making<R['actions']>;
