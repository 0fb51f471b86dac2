import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { VIEWS } from '../../../../contract/permissions.ts';
import { resources } from '../../../../contract/resources/index.ts';
import { snake } from '../../../engine/sql.ts';
import { MENU_TREE, type MenuNode } from '../../../identity/system/menuTree.ts';
import { Refused } from '../../../platform/http/refused.ts';

/** What generated code meets in the product: names that are taken, words that are none, tables that it has. */
export interface Ground {
  taken: ReadonlySet<string>;
  /** Words of SQL that no column or table is called by. */
  keywords: ReadonlySet<string>;
  /** Tables that a file of the schema makes. */
  shipped: ReadonlySet<string>;
  /** Resources by their tables. */
  resourceOf: ReadonlyMap<string, string>;
}

const SERVER = join(import.meta.dirname, '../../..');

function shippedTables(): Set<string> {
  const files = globSync(
    ['platform/db/schema/*.sql', 'platform/db/migrations/*.sql', 'ledger/schema/*.sql'],
    {
      cwd: SERVER,
    },
  );
  const texts = files.map((file) => readFileSync(join(SERVER, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)]);
  return new Set(names.map(([, name = '']) => name));
}

const named = ({ name, children }: MenuNode): string[] => [name, ...children.flatMap(named)];

export async function groundOf(pool: Pool): Promise<Ground> {
  const { rows } = await pool.query<{ word: string | null }>(
    `select word from pg_get_keywords() where catcode in ('R', 'T')`,
  );
  const ids = [...resources.keys()];
  return {
    taken: new Set([...ids, ...VIEWS.map(({ id }) => id), ...MENU_TREE.flatMap(named)]),
    keywords: new Set(rows.map(({ word }) => word ?? '')),
    shipped: shippedTables(),
    resourceOf: new Map(ids.map((id) => [snake(id), id])),
  };
}

/** Words of the language, and what a definition imports. */
const WORDS = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static
  super switch this throw true try typeof var void while with yield arguments eval undefined
  text money rate int dict ref flag instant date json image url secret defineResource changeRecord`.split(
    /\s+/,
  ),
);
/** PostgreSQL cuts what is longer. */
const LONGEST = 63;

/**
 * A name that definition, table and menu can have.
 * @throws Refused where it is taken, or is no name in code
 */
export function checkId(id: string, table: string, { taken, keywords }: Ground): void {
  const isName = /^[a-z][A-Za-z0-9]*$/.test(id) && snake(id) === table && table.length <= LONGEST;
  if (!isName || WORDS.has(id) || id in Object.prototype || keywords.has(table))
    throw new Refused('notOffered', { says: 'codeName', name: table });
  if (taken.has(id)) throw new Refused('notOffered', { says: 'codeTaken', name: id });
}

/** True for a name that a field and its column can have. */
export const isField = (name: string, column: string, { keywords }: Ground): boolean =>
  /^[a-z][A-Za-z0-9]*$/.test(name) &&
  snake(name) === column &&
  !keywords.has(column) &&
  !(name in Object.prototype);
