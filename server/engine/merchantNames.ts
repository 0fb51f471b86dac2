import { Refused } from '../platform/http/refused.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Compiled } from './compile.ts';
import type { Reading } from './engine.ts';
import { matching } from './filterTree.ts';
import { type NameMatch, type NameMatches, readSearchTexts } from './nameMatch.ts';
import { scopeClause, type Visible } from './scope.ts';
import { and, likeText, Params } from './sql.ts';
import { conditionSql } from './where.ts';

/**
 * The search boxes of lists find rows by their merchant's name, too. Merchants are thousands and rows are millions: the
 * name is resolved to ids first, and the list is read by the index of its merchants.
 */

const SHORTEST = 2;
/** As many merchants as a filter may list. */
const MAX_MERCHANTS = 1_000;

/** Our own numbers, and those of banks, are no names. */
const mayBeName = (text: string): boolean =>
  text.length >= SHORTEST && /\p{L}/u.test(text) && !/^\p{L}{1,3}\d{4,}/u.test(text);

const NAMED = `select id::text from merchant where name ilike $1 and ($2::bigint[] is null or id = any($2))
  order by id limit ${MAX_MERCHANTS + 1}`;

/** Merchants of the caller whose name holds the text. */
export async function merchantsNamed(
  { pool }: Pick<Reading, 'pool'>,
  visible: Visible,
  text: string,
): Promise<string[]> {
  if (!mayBeName(text)) return [];
  const values = [`%${likeText(text)}%`, visible];
  const { rows } = await pool.query<{ id: string }>({ name: 'merchants-named', text: NAMED, values });
  return rows.map(({ id }) => id);
}

/** Each number by its own index: a row that the text is the beginning or the ending of a number of. */
async function hasNumbers(
  { pool }: Pick<Reading, 'pool'>,
  { compiled, caller, visible }: { compiled: Compiled; caller: Caller; visible: Visible },
  text: string,
): Promise<boolean> {
  const { anyId, fields } = compiled.resource;
  const params = new Params();
  const arms = anyId
    .flatMap((name) => matching(name, fields[name], text))
    .map((match) => {
      const conditions = [
        conditionSql(compiled, match, params),
        ...scopeClause(compiled, caller, visible, params),
      ];
      return `exists (select from ${compiled.table} t where ${and(conditions)})`;
    });
  if (arms.length === 0) return false;
  const { rows } = await pool.query<{ found: boolean }>(
    `select ${arms.join(' or ')} as found`,
    params.values,
  );
  return rows[0]?.found === true;
}

/** Does the list show a merchant that it can be filtered by. */
const hasMerchant = ({ columns }: Compiled): boolean => columns.get('merchantId')?.field.filter === 'in';

/** @throws Refused tooManyRows where a text is part of more names than a filter lists */
export async function matchMerchantNames(
  engine: Reading,
  asked: { compiled: Compiled; caller: Caller; visible: Visible },
  body: Readonly<Record<string, unknown>>,
): Promise<NameMatches> {
  const matches = new Map<string, NameMatch>();
  if (!hasMerchant(asked.compiled)) return matches;
  for (const text of new Set(Object.values(readSearchTexts(body)))) {
    const merchantIds = await merchantsNamed(engine, asked.visible, text);
    if (merchantIds.length === 0) continue;
    const numbers = await hasNumbers(engine, asked, text);
    if (merchantIds.length <= MAX_MERCHANTS) matches.set(text, { merchantIds, hasNumbers: numbers });
    else if (!numbers) throw new Refused('tooManyRows', { max: MAX_MERCHANTS });
  }
  return matches;
}
