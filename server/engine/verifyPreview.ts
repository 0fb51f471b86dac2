import type { PoolClient } from 'pg';
import { newId } from '../platform/db/id.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Actor, Command } from './actOnRow.ts';
import { actThrough, lockActed } from './actThrough.ts';
import type { Reader } from './read.ts';
import { rehearsed } from './previewDigest.ts';

/**
 * Runs the locked row's command as its dry run did, undone at once, and compares.
 * @throws Refused figuresChanged, or what the command itself would be refused for
 */
export async function verifyPreview(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  command: Command,
): Promise<void> {
  if (command.previewDigest === undefined) return;
  // What is undone gives its locks back: somebody else's change must not come between what is compared and what is done.
  await lockActed(actor, reader, tx, command.id);
  const rehearsal: Command = { ...command, commandKey: `dry:${newId()}`, dryRun: true, later: [] };
  const { digest } = await rehearsed(tx, () => actThrough(actor, reader, tx, rehearsal));
  if (digest !== command.previewDigest) throw new Refused('figuresChanged');
}
