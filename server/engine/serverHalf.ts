import type { PoolClient } from 'pg';
import type { Resource } from '../../contract/resource.ts';
import type { Connections } from '../platform/db/rowSecurity.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import type { Leg } from '../ledger/legs.ts';
import type { ActionHandler, Delegate, Explanations, MakeHandler } from './action.ts';

/**
 * One generic add, update or delete of a row.
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

/** Orders of one merchant and agent in one currency as one: what the ledger moves is linear in these. */
export interface SummedOrders {
  merchantId: string;
  upstreamId: null;
  /** Who gets the commission of them all. */
  agentId: string | null;
  amount: string;
  fee: string;
  upstreamCost: string;
  commission: string;
}

/** How all rows of a bulk are estimated at once. */
export interface Estimate {
  /** What the command moves. */
  legs?: (orders: SummedOrders) => readonly Leg[];
  /** The outcome of a row depends on more than a condition on it: only executing it row by row shows it. */
  rowByRow?: true;
}

/** A page for the family's clients, where their questions and rows have more than the definition says. */
export interface FamilyPage {
  /** Their filters as ours. */
  ask: (deps: Pick<AppDeps, 'pool' | 'locales'>, caller: Caller, body: FamilyBody) => Promise<FamilyBody>;
  /** Further keys of the rows, by id. */
  more: (
    deps: Pick<AppDeps, 'pool' | 'locales'>,
    caller: Caller,
    ids: readonly string[],
    rows: readonly FamilyBody[],
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
}

type FamilyBody = Readonly<Record<string, unknown>>;

/** A condition over alias t, given how a value of another table is compared. */
export type Elsewhere = (compare: (name: string) => string) => string;

/** What the server adds to a definition: everything that the definition itself cannot say. */
export interface ServerHalf {
  /** What each action does beyond setting fields. */
  commands?: Readonly<Record<string, ActionHandler>>;
  /** The same for actions that make a row. */
  makers?: Readonly<Record<string, MakeHandler>>;
  /** Actions that are carried out by another resource's command. */
  delegates?: Readonly<Record<string, Delegate>>;
  /** What a bulk moves; how many of its rows would be refused follows from the definition. */
  estimates?: Readonly<Record<string, Estimate>>;
  /** What the text of a refusal names. */
  explain?: Explanations;
  /** A view of the table's columns and of others that follow from them: lists and details are read from it. */
  readsFrom?: string;
  /** Filters of what other tables say, over alias t: given how a value of theirs is compared. */
  elsewhere?: Readonly<Record<string, Elsewhere>>;
  /** What is read as empty where the caller does not see whose it is. */
  others?: OthersColumns;
  /** Verbs and actions served by routes of their own; the engine does not mount them. */
  own?: readonly string[];
  /** Fields of the form that are no columns of the table: validated, passed in `values`, never written. */
  virtual?: readonly string[];
  /** Fields by the names that clients of the contract's family have for them. */
  aliases?: Readonly<Record<string, string>>;
  familyPage?: FamilyPage;
  /** Of an add the family's clients read the new id alone. */
  answersId?: true;
  /** What else is wrong with a form that is added, told with the faults of its fields: texts by field. */
  faults?: (
    deps: Pick<AppDeps, 'locales'>,
    caller: Caller,
    form: FamilyBody,
  ) => Readonly<Record<string, string[]>>;
  /** May change values or add columns; throws Refused to refuse the write. */
  beforeWrite?: (context: WriteContext) => Promise<void>;
  afterWrite?: (context: WriteContext) => Promise<void>;
  /** Further keys of `detail`: the values of virtual fields, the timeline. */
  detail?: (pool: Connections, id: string, caller: Caller) => Promise<Record<string, unknown>>;
}

/** A definition with its server half. */
export interface Served {
  resource: Resource;
  half: ServerHalf;
}

/** @throws Error where an action of the half is none of the definition's */
export function serve(resource: Resource, half: ServerHalf): Served {
  const { commands, makers, estimates, delegates } = half;
  for (const name of Object.keys({ ...commands, ...makers, ...estimates, ...delegates }))
    if (!resource.actions[name]) throw new Error(`${resource.id} has no action ${name}`);
  return { resource, half };
}

export type ServerHalves = ReadonlyMap<string, ServerHalf>;

/** @throws Error where two halves are of one resource */
export function halvesOf(served: readonly Served[]): ServerHalves {
  const halves = new Map<string, ServerHalf>();
  for (const { resource, half } of served) {
    if (halves.has(resource.id)) throw new Error(`${resource.id} is served twice`);
    halves.set(resource.id, half);
  }
  return halves;
}

const NONE: ServerHalf = Object.freeze({});

export const halfOf = (halves: ServerHalves, { id }: Pick<Resource, 'id'>): ServerHalf =>
  halves.get(id) ?? NONE;

/**
 * The handler of an action; undefined where it only sets fields, or is another resource's.
 * @throws Error at boot where an action has neither
 */
export function commandOf(
  { commands, delegates }: ServerHalf,
  resource: Resource,
  action: string,
): ActionHandler | undefined {
  const command = commands?.[action];
  if (!command && !delegates?.[action] && !resource.actions[action]?.then)
    throw new Error(`${resource.id}.${action} has no handler`);
  return command;
}

/** The same for an action that makes a row. */
export function makerOf({ makers }: ServerHalf, resource: Resource, action: string): MakeHandler {
  const maker = makers?.[action];
  if (!maker) throw new Error(`${resource.id}.${action} has no handler`);
  return maker;
}
