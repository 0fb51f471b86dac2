import { type Caller, can } from '../platform/http/caller.ts';
import { spellingsOf } from '../../contract/anyId.ts';
import { isId } from '../../contract/id.ts';
import { type Compiled, viewOf } from './compile.ts';
import { compiledOf, type Engine, readingAs } from './engine.ts';
import type { Condition } from './filter.ts';
import { matching } from './filterTree.ts';
import { merchantsNamed } from './merchantNames.ts';
import { scopeClause } from './scope.ts';
import { rowsByIds } from './read.ts';
import { and, likeText, Params, snake } from './sql.ts';
import { conditionSql } from './where.ts';

export interface Found {
  resource: string;
  id: string;
  label: string;
  hint: string;
  /** As its list shows it, where asked for. */
  row?: { id: string };
}

const EACH = 8;
const SHORTEST = 2;
interface Sought {
  /** The column that hints at which one it is. */
  hint: string;
  /** The column of people's names, which are found by how they begin. */
  person?: string;
  /** Found by the name of their merchant, too. */
  ofMerchant?: true;
}

/** What the palette finds, in the order in which it lists them. */
const SOUGHT: Readonly<Record<string, Sought>> = {
  collectOrder: { hint: 'merchantOrderNo', ofMerchant: true },
  payOrder: { hint: 'merchantOrderNo', ofMerchant: true },
  withdrawal: { hint: 'merchantOrderNo', ofMerchant: true },
  rechargeOrder: { hint: 'reference' },
  manualOrder: { hint: 'merchantOrderNo' },
  adjustment: { hint: 'orderNo' },
  bankBill: { hint: 'payer', person: 'payer' },
  payment: { hint: 'reference' },
  merchant: { hint: 'code' },
  upstream: { hint: 'code' },
  channel: { hint: 'channelCode' },
  bankAccount: { hint: 'accountNo' },
};

/** A name as it is typed and as banks write it, each once. */
const namesOf = (text: string): string[] => [
  ...new Set([...spellingsOf(text), text.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())]),
];

const personMatches = ({ person }: Sought, text: string): [string, Condition][] =>
  person ? namesOf(text).map((value) => [person, { op: 'prefix', field: person, value }]) : [];

/**
 * Of many that match, the newest are meant. Our own numbers begin with the time, and their index is walked from its end;
 * what ends alike is few enough to be sorted. Elsewhere any will do, or the index would not be used.
 */
function newestFirst({ resource }: Compiled, name: string, { op }: Condition): string {
  if (op === 'suffix') return ' order by t.id desc';
  return op === 'prefix' && name === resource.label ? ` order by t.${snake(name)} desc` : '';
}

/** So many merchants of one name have their newest rows looked up. */
const MERCHANTS = 20;

/** The newest rows of each of these merchants, by the index that begins with the merchant. */
function armOfMerchants({ table }: Compiled, ids: readonly string[], params: Params): string {
  return `(select n.id from unnest(${params.add(ids)}::bigint[]) m(id) cross join lateral (
    select t.id from ${table} t where t.merchant_id = m.id order by t.created_at desc, t.id desc limit ${EACH}) n
    order by n.id desc limit ${EACH})`;
}

/**
 * Which rows match, found by their indexes. Row security keeps a pattern from using one, so it guards the second
 * statement, which reads what is shown.
 */
async function idsIn(engine: Engine, caller: Caller, compiled: Compiled, text: string): Promise<string[]> {
  const visible = await engine.scopes.visible(caller);
  const arms: string[] = [];
  const params = new Params();
  // An arm for each way to match a column, each by its own index; a union of them is never a walk through the table.
  const { anyId, fields, id } = compiled.resource;
  const matches = anyId.flatMap((name) =>
    matching(name, fields[name], text).map((match): [string, Condition] => [name, match]),
  );
  for (const [name, match] of [...matches, ...personMatches(SOUGHT[id]!, text)]) {
    const conditions = [
      conditionSql(compiled, match, params),
      ...scopeClause(compiled, caller, visible, params),
    ];
    const order = newestFirst(compiled, name, match);
    arms.push(`(select t.id from ${compiled.table} t where ${and(conditions)}${order} limit ${EACH})`);
  }
  if (SOUGHT[id]!.ofMerchant) {
    const merchants = (await merchantsNamed(engine, visible, text)).slice(0, MERCHANTS);
    if (merchants.length > 0) arms.push(armOfMerchants(compiled, merchants, params));
  }
  if (isId(text)) {
    const conditions = scopeClause(compiled, caller, visible, params);
    arms.push(
      `(select t.id from ${compiled.table} t where t.id = ${params.add(text)}::bigint and ${and(conditions)})`,
    );
  }
  const { rows } = await engine.pool.query<{ id: string }>(
    `select id::text from (${arms.join(' union ')}) x order by x.id desc limit ${EACH}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

/** Adds the rows of their lists: what follows a command's name depends on how the row is now. */
async function withRows(
  engine: Engine,
  caller: Caller,
  compiled: Compiled,
  found: readonly Found[],
): Promise<Found[]> {
  const { pool } = readingAs(engine, compiled, caller);
  const reader = { compiled, caller, visible: await engine.scopes.visible(caller) };
  const { text } = await rowsByIds(
    pool,
    reader,
    found.map(({ id }) => id),
  );
  const rows = new Map((JSON.parse(text) as { id: string }[]).map((row) => [row.id, row]));
  return found.map((one) => {
    const row = rows.get(one.id);
    return row ? { ...one, row } : one;
  });
}

interface Wanted {
  text: string;
  rows: boolean;
}

async function findIn(
  engine: Engine,
  caller: Caller,
  resource: string,
  { text, rows: wanted }: Wanted,
): Promise<Found[]> {
  const compiled = viewOf(compiledOf(engine, resource), caller);
  const ids = await idsIn(engine, caller, compiled, text);
  if (ids.length === 0) return [];
  const { pool } = readingAs(engine, compiled, caller);
  const label = snake(compiled.resource.label);
  // A merchant's people read no hint that is the staff's alone.
  const hinting = SOUGHT[resource]!.hint;
  const hint = compiled.columns.has(hinting) ? snake(hinting) : label;
  // A row that was found by its merchant says which one.
  const params = new Params();
  const sought = params.add(ids);
  const named = SOUGHT[resource]!.ofMerchant
    ? `(select m.name from merchant m where m.id = t.merchant_id and m.name ilike ${params.add(`%${likeText(text)}%`)}), `
    : '';
  const { rows } = await pool.query<Omit<Found, 'resource'>>(
    `select t.id::text, t.${label} as label, coalesce(${named}t.${hint}, '') as hint from ${compiled.table} t
     where t.id = any(${sought}::bigint[]) order by t.id desc`,
    params.values,
  );
  const found = rows.map((row) => ({ resource, ...row }));
  return wanted ? withRows(engine, caller, compiledOf(engine, resource), found) : found;
}

/**
 * GET /api/find?q=: orders, payments and bills by any of their numbers or their last digits, orders by their merchant's name, bills by their payer too, merchants,
 * upstreams, channels and bank accounts by id, code or name; what the caller may not page is left out. `rows` adds the
 * row of each as its list shows it.
 */
export async function find(
  engine: Engine,
  caller: Caller,
  { q, rows }: { q: string; rows: boolean },
): Promise<Found[]> {
  const text = q.trim().slice(0, 100);
  if (text.length < SHORTEST) return [];
  const among = Object.keys(SOUGHT).filter((resource) => can(caller, `${resource}:page`));
  return (
    await Promise.all(among.map((resource) => findIn(engine, caller, resource, { text, rows })))
  ).flat();
}
