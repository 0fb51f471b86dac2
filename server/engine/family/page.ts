import type { Resource } from '../../../contract/resource.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Compiled } from '../compile.ts';
import { compiledOf, type Engine } from '../engine.ts';
import { JsonText } from '../json.ts';
import { readPage, SIZE_MOST } from '../page.ts';
import { halfOf } from '../serverHalf.ts';
import { familyQuery } from './query.ts';
import { type FamilyRow, familyRow } from './row.ts';

interface Page {
  items: FamilyRow[];
  hasNextPage: boolean;
}

async function pageOf(
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  asked: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const { familyPage } = halfOf(engine.halves, compiled.resource);
  const body = familyPage ? await familyPage.ask(engine, caller, asked) : asked;
  const { text } = await readPage(engine, compiled, caller, familyQuery(compiled, body, SIZE_MOST));
  const page = JSON.parse(text) as Page;
  const more = await familyPage?.more(
    engine,
    caller,
    page.items.map(({ id }) => id),
    page.items,
  );
  const items = page.items.map((row) => familyRow(compiled, caller, { ...row, ...more?.get(row.id) }));
  return { ...page, items };
}

/** One page of them, for routes that answer in a shape of their own. */
export const readFamilyRows = async (
  engine: Engine,
  resource: Resource,
  caller: Caller,
  asked: Readonly<Record<string, unknown>>,
): Promise<Page> => pageOf(engine, compiledOf(engine, resource), caller, asked);

/** POST /api/sys…/page: as its clients ask for a page, and as they read its rows. */
export const readFamilyPage = async (
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  asked: Readonly<Record<string, unknown>>,
): Promise<JsonText> => new JsonText(JSON.stringify(await pageOf(engine, compiled, caller, asked)));

/** All rows that the caller sees, read the same way: lists that are short by nature. */
export async function familyList(
  engine: Engine,
  resource: Resource,
  caller: Caller,
  filter: Readonly<Record<string, unknown>>,
): Promise<FamilyRow[]> {
  const compiled = compiledOf(engine, resource);
  const all: FamilyRow[] = [];
  for (let page = 1; ; page += 1) {
    const { items, hasNextPage } = await pageOf(engine, compiled, caller, {
      ...filter,
      page,
      pageSize: SIZE_MOST,
    });
    all.push(...items);
    if (!hasNextPage) return all;
  }
}
