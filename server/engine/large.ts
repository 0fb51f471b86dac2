import type { CountCheck, CountReason } from '../../contract/calls.ts';
import { bulkLimitOf } from '../../contract/bulkLimits.ts';
import { Amount } from '../../contract/money.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Actor } from './actOnRow.ts';
import type { Reader } from './read.ts';
import { questionOf, refusalSql } from './refusalSql.ts';
import { ERRORS } from '../../contract/errors.ts';
import { partsOf, restCovers, restRefused } from './restDigest.ts';
import { scopeClause } from './scope.ts';
import type { PreviewDigests } from './previewDigest.ts';
import { and, named, Params } from './sql.ts';

/** A command on many rows so large that its count is typed before it is accepted, and that is held before it starts. */

/** Only what is decided with its amount in sight is measured by it: a claim of 100 rows moves no money. */
const hasAmount = ({ compiled, action }: Actor): boolean =>
  action.confirm === true && ['amount', 'currency'].every((column) => compiled.all.has(column));

interface Sum {
  currency: string;
  amount: string;
}

/** What the rows come to that nothing refuses; of signed amounts their size. */
async function sumsOf(actor: Actor, reader: Reader, ids: readonly string[]): Promise<Sum[]> {
  const { compiled, engine } = actor;
  const params = new Params();
  const all = params.add(ids);
  const scope = and(scopeClause(compiled, reader.caller, reader.visible, params));
  const why = refusalSql(questionOf(actor, reader), params);
  const text = `select t.currency, trim_scale(sum(abs(t.amount)))::text as amount from ${compiled.table} t
    where t.id = any(${all}::bigint[]) and ${scope} and (${why}) is null
    group by t.currency order by t.currency`;
  const { rows } = await engine.pool.query<Sum>(named(text, params.values));
  return rows.filter(({ amount }) => amount !== null);
}

async function reasonOf(
  actor: Actor,
  reader: Reader,
  ids: readonly string[],
): Promise<CountReason | undefined> {
  const { holdFrom } = actor.engine.options;
  if (ids.length > holdFrom) return { rows: holdFrom };
  if (ids.length < 2 || !hasAmount(actor)) return undefined;
  const { bulkLimits } = reader.caller;
  for (const { currency, amount } of await sumsOf(actor, reader, ids)) {
    const most = bulkLimitOf(bulkLimits, currency);
    if (new Amount(amount).greaterThan(most)) return { currency, amount, most };
  }
  return undefined;
}

/** How many of the rows the digests show as done: a row that the dry run refused has the code of its refusal. */
function ableCount(actor: Actor, ids: readonly string[], previewDigests: PreviewDigests): number {
  const { run, rest } = partsOf(actor, ids);
  const able = run.filter((id) => !Object.hasOwn(ERRORS, previewDigests[id] ?? ''));
  return able.length + rest.length - restRefused(actor, ids, previewDigests).size;
}

/**
 * What the caller types before this command, as its dry run with these digests shows it; undefined where it is none of
 * the large ones.
 */
export async function countCheckOf(
  actor: Actor,
  reader: Reader,
  ids: readonly string[],
  previewDigests: PreviewDigests,
): Promise<CountCheck | undefined> {
  const over = await reasonOf(actor, reader, ids);
  return (
    over && {
      count: ableCount(actor, ids, previewDigests),
      over,
      holdSeconds: actor.engine.options.holdMs / 1_000,
    }
  );
}

/** True where the digests are of exactly these rows, as a dry run answers them. */
function covers(actor: Actor, ids: readonly string[], previewDigests: PreviewDigests): boolean {
  const { run } = partsOf(actor, ids);
  return run.every((id) => previewDigests[id] !== undefined) && restCovers(actor, ids, previewDigests);
}

/** @throws Refused countRequired where a count is missing, countDiffers where it is another */
export function refuseOtherCount(count: number, confirmed: number | undefined): void {
  if (confirmed === undefined) throw new Refused('countRequired');
  if (confirmed !== count) throw new Refused('countDiffers', { count, typed: confirmed });
}

/**
 * Judges the count that came with a command.
 * @returns true where the command is held: it is large, or somebody typed its count
 * @throws Refused countRequired where a large command came without one, dryRunRequired where it came without the digests
 * of its dry run, countDiffers where it is another than theirs
 */
export async function isHeld(
  actor: Actor,
  reader: Reader,
  ids: readonly string[],
  {
    confirmed,
    previewDigests,
  }: { confirmed?: number | undefined; previewDigests?: PreviewDigests | undefined },
): Promise<boolean> {
  if (confirmed === undefined) {
    if (await reasonOf(actor, reader, ids)) throw new Refused('countRequired');
    return false;
  }
  if (!previewDigests || !covers(actor, ids, previewDigests)) throw new Refused('dryRunRequired');
  refuseOtherCount(ableCount(actor, ids, previewDigests), confirmed);
  return ids.length > 1;
}
