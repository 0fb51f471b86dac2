import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isId } from '../../../../contract/id.ts';
import { idSchema } from '../../../../contract/validate.ts';
import { publishedForms } from '../../../domain/forms/versions.ts';
import { writeRoute } from '../../../engine/writeRoute.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { WithMessage } from '../../../platform/http/envelope.ts';
import { textOf } from '../../../platform/http/locales.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { route } from '../../../platform/http/route.ts';
import { type ColumnOf, columnsIn, relationsIn, tablesIn } from '../database/catalogue.ts';
import { CONFIG_ID } from '../database/mount.ts';
import { camel, configsOf, defaultSettings, netTypeOf, updateConfigs, FORM } from './configs.ts';
import { generated } from './generate.ts';
import { generatedOf } from './generateForm.ts';
import { groundOf } from './ground.ts';

const PERMISSION = { anyOf: ['sysCodeGen:page'] } as const;
const byId = z.looseObject({ id: idSchema });
const ofGen = z.looseObject({
  CodeGenId: z.string().max(40).optional(),
  codeGenId: z.string().max(40).optional(),
});
const rowsBody = z.array(z.looseObject({ id: idSchema })).max(500);

const columnFor = (column: ColumnOf) => ({
  columnName: column.name,
  propertyName: camel(column.name),
  columnLength: column.length ?? 0,
  dataType: column.type,
  isPrimarykey: column.key,
  isNullable: column.nullable,
  netType: netTypeOf(column),
  columnComment: column.comment,
  columnKey: column.key ? 'True' : 'False',
});

function mountSources(app: FastifyInstance, { pool }: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysCodeGen/databaseList',
    permission: PERMISSION,
    summary: 'The database that tables are taken from',
    handler: async () => [{ configId: CONFIG_ID, dbType: 'PostgreSQL', connectionString: '' }],
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCodeGen/tableList/:configId',
    permission: PERMISSION,
    summary: 'Tables and published forms that code can be generated of',
    handler: async ({ caller }) => {
      const source = (tableName: string, entityName: string, tableComment: string | null) => ({
        configId: CONFIG_ID,
        tableName,
        entityName,
        tableComment,
        createTime: null,
        updateTime: null,
      });
      const tables = await tablesIn(pool);
      const forms = await publishedForms(pool, caller.locale);
      return [
        ...tables.map(({ name, comment }) => source(name, camel(name), comment)),
        ...forms.map(({ formId, name }) => source(FORM + formId, name, name)),
      ];
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCodeGen/columnListByTableName/:table/:configId',
    permission: PERMISSION,
    summary: 'Columns of one of them',
    handler: async ({ request }) =>
      (await columnsIn(pool, (request.params as { table: string }).table)).map(columnFor),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCodeGen/applicationNamespaces',
    permission: PERMISSION,
    summary: 'Where generated code belongs',
    handler: async () => ['contract/resources/platform'],
  });
}

/** Code that is generated of a table, to be read: the server writes none and runs none. */
export function mountCode(app: FastifyInstance, deps: AppDeps): void {
  const { pool, locales } = deps;
  mountSources(app, deps);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCodeGen/preview',
    permission: PERMISSION,
    body: byId,
    summary: 'Definition, table, texts, menu title and help of a view, as files of this product',
    handler: async ({ body: { id } }) => {
      const { rows } = await pool.query<{ tableName: string; title: string | null }>(
        `select table_name as "tableName", bus_name as title from sys_code_gen where id = $1`,
        [id],
      );
      if (!rows[0]) throw new Refused('notFound');
      const { tableName, title } = rows[0];
      if (tableName.startsWith(FORM)) {
        const formId = tableName.slice(FORM.length);
        const shown = isId(formId) ? (await publishedForms(pool, 'en', formId))[0] : undefined;
        if (!shown) throw new Refused('notFound');
        return generatedOf(shown, await groundOf(pool));
      }
      const columns = await columnsIn(pool, tableName);
      if (columns.length === 0) throw new Refused('notFound');
      const set = await configsOf(pool, id);
      return generated(
        {
          table: tableName,
          title: title || tableName,
          columns,
          relations: await relationsIn(pool, tableName),
        },
        set.length > 0 ? set : defaultSettings(columns),
        await groundOf(pool),
      );
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCodeGen/runLocal',
    permission: PERMISSION,
    summary: 'Nothing is written on the server: the preview has the files',
    handler: async ({ caller }) =>
      new WithMessage(
        null,
        textOf(locales, caller.locale, 'errors', 'texts.codeNotWritten') ?? '',
        'warning',
      ),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCodeGenConfig/list',
    permission: PERMISSION,
    query: ofGen,
    summary: 'How generated code treats each column',
    handler: async ({ query }) => {
      const id = query.CodeGenId ?? query.codeGenId;
      return isId(id) ? configsOf(pool, id) : [];
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysCodeGenConfig/update',
    permission: { anyOf: ['sysCodeGen:update'] },
    body: rowsBody,
    summary: 'Sets it, for all columns at once',
    handler: ({ tx, body }) => updateConfigs(tx, body),
  });
}
