import { isCodeName } from '../../../contract/codeName.ts';
import { sysCodeGen } from '../../../contract/resources/develop/sysCodeGen.ts';
import { sysWechatPay } from '../../../contract/resources/platform/sysWechatPay.ts';
import { type FamilyPage, type Served, serve, type WriteContext } from '../../engine/serverHalf.ts';
import { typedInstant } from '../../platform/localTime.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { FORM, keepConfigs } from './code/configs.ts';
import { columnsIn } from './database/catalogue.ts';
import { CONFIG_ID } from './database/mount.ts';

/** A day as their picker writes it, `2026/01/31`, as the begin or the end of it. */
const dayTime = (day: unknown, time: string): unknown =>
  typeof day === 'string' && /^\d{4}[/-]\d\d[/-]\d\d$/.test(day)
    ? `${day.replaceAll('/', '-')} ${time}`
    : day;

const payPage: FamilyPage = {
  async ask(_deps, { timeZone }, { searchKey, createTimeRange, ...body }) {
    const [from, to] = Array.isArray(createTimeRange) ? (createTimeRange as unknown[]) : [];
    return {
      ...body,
      ...(typeof searchKey === 'string' && searchKey !== '' && { outTradeNumber: searchKey }),
      ...(from || to
        ? {
            createdAt: {
              from: typedInstant(dayTime(from, '00:00:00'), timeZone),
              to: typedInstant(dayTime(to, '23:59:59'), timeZone),
            },
          }
        : {}),
    };
  },
  more: async () => new Map(),
};

/** Where the database is, and how it is entered, nobody is shown. */
const genPage: FamilyPage = {
  ask: async (_deps, _caller, body) => body,
  more: async (_deps, _caller, ids) =>
    new Map(
      ids.map((id) => [
        id,
        { configId: CONFIG_ID, dbType: 'PostgreSQL', dbName: CONFIG_ID, connectionString: '' },
      ]),
    ),
};

const SECRET = 'select 1 from hidden_of_console() where table_name = $1 limit 1';

/** A view is of a table that there is, or of a drawn form, and never of what keeps secrets. */
async function checkTable({ deps, caller, tx, values }: WriteContext): Promise<void> {
  const { tableName } = values;
  if (typeof tableName !== 'string' || tableName.startsWith(FORM)) return;
  if ((await columnsIn(deps.pool, tableName)).length === 0)
    throw refuseField(deps, caller, 'tableName', 'noTable');
  if ((await tx.query(SECRET, [tableName])).rowCount)
    throw refuseField(deps, caller, 'tableName', 'secretTable');
}

/** Fields that become names in code. */
const NAMES = ['busName', 'authorName', 'nameSpace', 'printName', 'menuIcon', 'pagePath', 'tablePrefix'];

function checkNames({ deps, caller, values }: WriteContext): void {
  const field = NAMES.find((name) => typeof values[name] === 'string' && !isCodeName(values[name]));
  if (field) throw refuseField(deps, caller, field, 'plainName');
}

export const servedByTools: readonly Served[] = [
  serve(sysWechatPay, { familyPage: payPage }),
  serve(sysCodeGen, {
    familyPage: genPage,
    async beforeWrite(context) {
      checkNames(context);
      await checkTable(context);
    },
    async afterWrite({ deps, tx, verb, id, values, before }) {
      const table = values.tableName;
      if (verb === 'add' || (verb === 'update' && table !== undefined && table !== before?.tableName))
        await keepConfigs(tx, id, await columnsIn(deps.pool, String(table)));
    },
  }),
];
