import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod';
import type { Diagram, TableDetail, TableLine } from '../../../../contract/databaseTables.ts';
import { type Caller, isSuper } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import { type ColumnOf, columnsIn, indexesOf, relationsIn, tablesIn, typesIn } from './catalogue.ts';
import { diagramOf } from './diagram.ts';

const PERMISSION = { anyOf: ['sysDatabase:page'] } as const;
/** The one database that there is, as the family names it. */
export const CONFIG_ID = 'main';
/** A picture has room for so many tables in a row. */
const ACROSS = 8;
const STEP = { x: 320, y: 420 };

/** Beyond the right itself, which no role gives (contract/superOnly.ts). @throws Refused notOffered */
export function demandSuper(caller: Caller): void {
  if (!isSuper(caller)) throw new Refused('notOffered', { says: 'superOnly' });
}

const param = ({ request }: Call, name: string): string =>
  (request.params as Record<string, string>)[name] ?? '';

/** What a client of the family offers and a schema of reviewed files does not. */
const REFUSED = [
  '/api/sysDatabase/addTable',
  '/api/sysDatabase/updateTable',
  '/api/sysDatabase/deleteTable',
  '/api/sysDatabase/addColumn',
  '/api/sysDatabase/updateColumn',
  '/api/sysDatabase/deleteColumn',
  '/api/sysDatabase/createEntity',
  '/api/sysDatabase/createSeedData',
  '/api/sysDatabase/backupDatabase',
] as const;

function mountOwn(app: FastifyInstance, { pool }: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysDatabase/tables',
    permission: PERMISSION,
    summary: 'Tables with their purpose and size',
    handler: (): Promise<TableLine[]> => tablesIn(pool),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysDatabase/table',
    permission: PERMISSION,
    body: z.strictObject({ name: z.string().min(1).max(80) }),
    summary: 'Columns, indexes and relations of a table',
    handler: async ({ body: { name } }): Promise<TableDetail> => {
      const columns = (await columnsIn(pool, name)).map(({ table: _table, ...column }) => column);
      if (columns.length === 0) throw new Refused('notFound');
      return { columns, indexes: await indexesOf(pool, name), relations: await relationsIn(pool, name) };
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysDatabase/diagram',
    permission: PERMISSION,
    summary: 'Tables by the file that makes them, with their keys and relations',
    handler: (): Promise<Diagram> => diagramOf(pool),
  });
}

const columnOf = (column: ColumnOf) => ({
  tableName: column.table,
  dbColumnName: column.name,
  dataType: column.type,
  isPrimarykey: column.key,
  isIdentity: column.identity,
  isNullable: column.nullable,
  length: column.length ?? 0,
  decimalDigits: column.decimals ?? 0,
  defaultValue: column.fallback,
  columnDescription: column.comment,
});

const pictureOf = async (pool: Pool) => ({
  visualTableList: (await tablesIn(pool)).map(({ name, comment }, at) => ({
    tableName: name,
    tableComents: comment,
    x: (at % ACROSS) * STEP.x,
    y: Math.floor(at / ACROSS) * STEP.y,
  })),
  visualColumnList: (await columnsIn(pool, null)).map(({ table, name, type, length, comment }) => ({
    tableName: table,
    columnName: name,
    dataType: type,
    dataLength: String(length ?? ''),
    columnDescription: comment,
  })),
  columnRelationList: (await relationsIn(pool, null)).map(({ table, column, target, targetColumn }) => ({
    sourceTableName: table,
    sourceColumnName: column,
    type: 'ONE_TO_ONE',
    targetTableName: target,
    targetColumnName: targetColumn,
  })),
});

interface Read {
  url: string;
  summary: string;
  handler: (call: Call) => Promise<unknown>;
}

/** The schema as the family's clients read it; nothing here reads rows, and nothing changes the schema. */
export function mountDatabase(app: FastifyInstance, deps: AppDeps): void {
  const { pool } = deps;
  mountOwn(app, deps);
  const read = ({ url, summary, handler }: Read) =>
    route(app, {
      method: 'GET',
      url,
      permission: PERMISSION,
      summary,
      handler,
    });
  const isMain = (call: Call): boolean => param(call, 'configId') === CONFIG_ID;
  read({
    url: '/api/sysDatabase/list',
    summary: 'The databases that there are: one',
    handler: async () => [CONFIG_ID],
  });
  read({
    url: '/api/sysDatabase/tableList/:configId',
    summary: 'Tables and their purpose',
    handler: async (call) =>
      isMain(call) ? (await tablesIn(pool)).map(({ name, comment }) => ({ name, description: comment })) : [],
  });
  read({
    url: '/api/sysDatabase/columnList/:tableName/:configId',
    summary: 'Columns of a table',
    handler: async (call) =>
      isMain(call) ? (await columnsIn(pool, param(call, 'tableName'))).map(columnOf) : [],
  });
  read({
    url: '/api/sysDatabase/dbTypeList/:configId',
    summary: 'Types of columns',
    handler: async (call) => (isMain(call) ? typesIn(pool) : []),
  });
  read({
    url: '/api/sysDatabase/visualDbTable',
    summary: 'Tables, columns and relations for a picture',
    handler: () => pictureOf(pool),
  });
  for (const url of REFUSED)
    route(app, {
      method: 'POST',
      effect: 'none',
      url,
      permission: PERMISSION,
      summary: 'Refused: the schema is changed by reviewed files',
      handler: async () => {
        throw new Refused('notOffered', { says: 'databaseWrites' });
      },
    });
}
