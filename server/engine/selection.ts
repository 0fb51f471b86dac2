import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '../../contract/validate.ts';
import type { Caller } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';
import type { Actor } from './actOnRow.ts';
import { ask, type Engine } from './engine.ts';
import { openSnapshot } from './openSnapshot.ts';
import { hashOf, type ListQuestion, listQuestion } from './plan.ts';
import { REST_LENGTH } from './restShown.ts';
import { seenIds } from './rows.ts';
import { sortsOf } from './sort.ts';

const IDS_MOST = 50_000;
const SHOWN_MOST = 501;
const TOKEN_MS = 15 * 60_000;

/** Digests by row, no more and no longer than a dry run gives. */
export const shownSchema = z
  .record(z.string().max(20), z.string().max(REST_LENGTH))
  .refine((shown) => Object.keys(shown).length <= SHOWN_MOST)
  .optional();

export const actionBody = z.strictObject({
  ids: z.array(idSchema).max(IDS_MOST).optional(),
  all: z.record(z.string(), z.unknown()).optional(),
  except: z.array(idSchema).max(IDS_MOST).optional(),
  snapshot: z.string().max(200).optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  dryRun: z.boolean().optional(),
  token: z.string().max(1_000).optional(),
  shown: shownSchema,
  confirmed: z.int().min(0).optional(),
});
export type ActionBody = z.output<typeof actionBody>;

export interface Selection {
  ids: string[];
  /** Of a dry run on everything: names exactly the rows seen. */
  token?: string;
}

interface Seen {
  /** The snapshot whose rows were shown. */
  snapshot: string;
  /** Caller, filter, action and exceptions. */
  hash: string;
  until: number;
}

const signed = (key: string, text: string): Buffer =>
  createHmac('sha256', `dry-run/${key}`).update(text).digest();

function tokenOf(key: string, seen: Seen): string {
  const text = Buffer.from(JSON.stringify(seen)).toString('base64url');
  return `${text}.${signed(key, text).toString('base64url')}`;
}

function readToken(key: string, token: string): Seen | undefined {
  const [text = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = signed(key, text);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const seen = JSON.parse(Buffer.from(text, 'base64url').toString()) as Seen;
  return seen.until > Date.now() ? seen : undefined;
}

async function seenNow(
  engine: Engine,
  question: ListQuestion,
  snapshot: string | undefined,
): Promise<{ token: string; ids: string[] }> {
  const shown = snapshot && seenIds(engine, question, snapshot);
  if (snapshot && shown) return { token: snapshot, ids: shown };
  const opened = await openSnapshot(engine, question);
  if (!opened) throw new Refused('tooManyRows', { max: engine.options.snapshotRows });
  return { token: opened.token, ids: Array.from(opened.ids, String) };
}

/**
 * The rows of a command: named one by one, or all of a filter. The latter runs only with the token of a dry run and
 * on exactly the rows that one saw, so that nothing unseen is touched.
 */
export async function selectRows(actor: Actor, caller: Caller, body: ActionBody): Promise<Selection> {
  if (!body.all) return { ids: [...new Set(body.ids ?? [])] };
  const { engine, compiled, deps, name } = actor;
  const question = listQuestion(await ask(engine, compiled, caller, body.all), sortsOf(body.all.sort));
  const except = new Set(body.except ?? []);
  const hash = hashOf(question, [name, [...except].sort(), body.input ?? null]);
  const key = deps.env.secretsKey ?? '';
  if (body.dryRun) {
    const { token: snapshot, ids } = await seenNow(engine, question, body.snapshot);
    const token = tokenOf(key, { snapshot, hash, until: Date.now() + TOKEN_MS });
    return { ids: ids.filter((one) => !except.has(one)), token };
  }
  const seen = body.token === undefined ? undefined : readToken(key, body.token);
  if (!seen || seen.hash !== hash) throw new Refused('dryRunRequired');
  const ids = seenIds(engine, question, seen.snapshot);
  if (!ids) throw new Refused('snapshotGone');
  return { ids: ids.filter((one) => !except.has(one)) };
}
