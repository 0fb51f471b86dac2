import * as z from 'zod';
import { idSchema } from '../../contract/validate.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Actor } from './actOnRow.ts';
import { keepRows, keptRows, KEPT_MS } from './dryRunRows.ts';
import { type DryRunToken, readToken, signToken } from './dryRunToken.ts';
import { ask, type Engine } from './engine.ts';
import { openSnapshot } from './openSnapshot.ts';
import { hashOf, type ListQuestion, listQuestion } from './plan.ts';
import { REST_LENGTH } from './restDigest.ts';
import { seenIds } from './rows.ts';
import { sortsOf } from './sort.ts';

const IDS_MOST = 50_000;
const SHOWN_MOST = 501;

/** Digests by row, no more and no longer than a dry run gives. */
export const digestsSchema = z
  .record(z.string().max(20), z.string().max(REST_LENGTH))
  .refine((digests) => Object.keys(digests).length <= SHOWN_MOST)
  .optional();

export const actionBody = z.strictObject({
  ids: z.array(idSchema).max(IDS_MOST).optional(),
  all: z.record(z.string(), z.unknown()).optional(),
  except: z.array(idSchema).max(IDS_MOST).optional(),
  snapshot: z.string().max(200).optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  dryRun: z.boolean().optional(),
  token: z.string().max(1_000).optional(),
  previewDigests: digestsSchema,
  confirmed: z.int().min(0).optional(),
});
export type ActionBody = z.output<typeof actionBody>;

export interface Selection {
  ids: string[];
  /** Of a dry run on everything: names exactly the rows seen. */
  token?: string;
}

/** The rows of the list that somebody scrolls here, else all that match now. */
async function matchingRows(engine: Engine, question: ListQuestion, snapshot?: string): Promise<string[]> {
  const max = engine.options.snapshotRows;
  const listed =
    (snapshot && seenIds(engine, question, snapshot)) || (await openSnapshot(engine, question))?.ids;
  if (!listed || listed.length > max) throw new Refused('tooManyRows', { says: 'tooManySelected', max });
  return Array.from(listed, String);
}

/** What the token of a dry run names, whether or not its time is over. */
export const tokenOf = ({ deps }: Actor, { token }: ActionBody): DryRunToken | undefined =>
  token === undefined ? undefined : readToken(deps.env.secretsKey ?? '', token);

/**
 * The rows of a command: named one by one, or all of a filter. The latter runs only with the token of a dry run and
 * on exactly the rows that one saw, so that nothing is touched that was not shown. A dry run with the token of an earlier one, with
 * whatever input, is about the rows of that one while they are kept.
 * @throws Refused dryRunRequired where the token is none of this command or has expired, snapshotGone where its rows are
 * not kept any more
 */
export async function selectRows(actor: Actor, caller: Caller, body: ActionBody): Promise<Selection> {
  if (!body.all) return { ids: [...new Set(body.ids ?? [])] };
  const { engine, compiled, deps, name } = actor;
  const question = listQuestion(await ask(engine, compiled, caller, body.all), sortsOf(body.all.sort));
  const except = new Set(body.except ?? []);
  const about = [name, [...except].sort()];
  const of = { userId: caller.userId, question: hashOf(question, about) };
  const hash = hashOf(question, [...about, body.input ?? null]);
  const now = deps.clock.now().getTime();
  const given = tokenOf(actor, body);
  const token = given && given.until > now ? given : undefined;
  if (body.dryRun) {
    const shown = token && (await keptRows(engine.pool, of, token.rows));
    const ids =
      shown ?? (await matchingRows(engine, question, body.snapshot)).filter((one) => !except.has(one));
    if (ids.length === 0) return { ids };
    const rows = await keepRows(engine.pool, of, ids);
    return { ids, token: signToken(deps.env.secretsKey ?? '', { rows, hash, until: now + KEPT_MS }) };
  }
  if (token?.hash !== hash) throw new Refused('dryRunRequired');
  const ids = await keptRows(engine.pool, of, token.rows);
  if (!ids) throw new Refused('snapshotGone');
  return { ids };
}
