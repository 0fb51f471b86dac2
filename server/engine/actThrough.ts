import type { PoolClient } from 'pg';
import type { Action } from '../../contract/resource.ts';
import { demand } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { LockedRow, OtherCommand } from './action.ts';
import { type Acted, type Actor, actOnRow, admittedRow, type Command } from './actOnRow.ts';
import { actorOf } from './actors.ts';
import { compiledOf } from './engine.ts';
import { typedOf } from './input.ts';
import { lockRow, seeRow } from './locked.ts';
import type { Reader } from './read.ts';

/** The command by which an action on a row is carried out, as the same person gives it. */
interface Through {
  other: OtherCommand;
  actor: Actor;
  reader: Reader;
}

/** @throws Refused where the caller may not do what it is carried out by */
function throughOf({ delegate, engine, deps }: Actor, reader: Reader, seen: LockedRow): Through | undefined {
  const other = delegate?.to(seen);
  if (!other) return undefined;
  demand(reader.caller, [`${other.resource}:${other.action}`]);
  const compiled = compiledOf(engine, other.resource);
  return {
    other,
    actor: actorOf(engine, deps, compiled, other.action),
    reader: { ...reader, compiled },
  };
}

/** Locks what the action is carried out on, in the order in which it will: what a row is about comes before the row. */
export async function lockActed(actor: Actor, reader: Reader, tx: PoolClient, id: string): Promise<void> {
  const through = actor.delegate && throughOf(actor, reader, await seeRow(tx, reader, id));
  if (through) await lockRow(tx, through.reader, through.other.id);
  await lockRow(tx, reader, id);
}

/** Its code was typed into the sheet of the action that it is carried out for. */
function withoutCode({ otp: _otp, input, ...action }: Action): Action {
  if (!input) return action;
  const { otp: _code, ...rest } = input;
  return { ...action, input: rest };
}

async function inputFor(
  actor: Actor,
  { actor: other, reader }: Through,
  tx: PoolClient,
  row: LockedRow,
  command: Command,
): Promise<Record<string, unknown>> {
  const { dryRun, input, alone = false, coded = false } = command;
  // What was spent on the action counts for what it is carried out by.
  if (other.action.otp === true && !dryRun && !coded) throw new Refused('codeAsked');
  const about = { tx, now: actor.deps.clock.now(), dryRun, other: other.action, input, alone };
  const given = await actor.delegate!.input(about, row);
  const body = { input: given, dryRun };
  return typedOf({ ...other, action: withoutCode(other.action) }, reader.caller, body).input;
}

/** What the row is about is locked before the row, as by the command itself. */
async function carryOut(
  actor: Actor,
  reader: Reader,
  through: Through,
  tx: PoolClient,
  command: Command,
): Promise<Acted> {
  const { id } = through.other;
  await lockRow(tx, through.reader, id);
  const row = await admittedRow(actor, reader, tx, command.id);
  const input = await inputFor(actor, through, tx, row, command);
  return actOnRow(through.actor, through.reader, tx, { ...command, id, input });
}

/** One row of an action, by the command that carries it out where that is another one's. @throws Refused for this row alone */
export async function actThrough(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  command: Command,
): Promise<Acted> {
  const { delegate } = actor;
  if (!delegate) return actOnRow(actor, reader, tx, command);
  const seen = await seeRow(tx, reader, command.id);
  const through = throughOf(actor, reader, seen);
  const acted = await (through
    ? carryOut(actor, reader, through, tx, command)
    : actOnRow(actor, reader, tx, command));
  if (!command.dryRun || command.alone) return acted;
  return { ...acted, before: {}, after: delegate.shown(seen, acted.after) };
}
