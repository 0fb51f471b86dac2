import * as z from 'zod';
import { localText } from '../../../contract/localised.ts';
import type { PrintData } from '../../../contract/print/layout.ts';
import {
  PRINT_ROWS_MOST,
  PRINT_SOURCES,
  type PrintSourceName,
  printSource,
  STATEMENT_DAYS_MOST,
} from '../../../contract/print/sources.ts';
import { picturesIn, type PrintTemplate, printsOf, readTemplate } from '../../../contract/print/template.ts';
import { idSchema } from '../../../contract/validate.ts';
import { readStatement } from '../../domain/balances/statement.ts';
import { readDetail } from '../../engine/detail.ts';
import { compiledOf, readingAs } from '../../engine/engine.ts';
import { viewOf } from '../../engine/compile.ts';
import { seesMerchant } from '../../engine/scope.ts';
import { halfOf } from '../../engine/serverHalf.ts';
import { engineOf } from '../../engine/shared.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { type Caller, demand } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { Refused } from '../../platform/http/refused.ts';
import { addressOf, filesById } from '../files/rows.ts';

const DAY_MS = 86_400_000;
const TEMPLATES_MOST = 50;
const instant = z.iso.datetime({ offset: true });

/** What is to be printed: a row, or the statement of a merchant's period in one currency. */
export const documentBody = z.strictObject({
  source: z.enum(PRINT_SOURCES),
  id: idSchema.optional(),
  merchantId: idSchema.optional(),
  currency: z.string().trim().min(1).max(8).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Its values and no templates: one that is being drawn is tried out with them, whatever state the row is in. */
  alone: z.literal(true).optional(),
});
type Wanted = z.output<typeof documentBody>;

const IN_FORCE = `select id::text, name, template from sys_print where source = $1 and status = ${SWITCH.enabled}
  order by order_no, id limit ${TEMPLATES_MOST}`;
const COMPANY = `select code, value from sys_config where code in ('sysTitle', 'sysLogo')`;
const MERCHANT = 'select name from merchant where id = $1';

export interface FoundTemplate {
  id: string;
  name: string;
  template: PrintTemplate;
}

async function templatesOf(
  { pool }: Pick<AppDeps, 'pool'>,
  source: PrintSourceName,
): Promise<FoundTemplate[]> {
  const { rows } = await pool.query<{ id: string; name: string; template: string }>(IN_FORCE, [source]);
  return rows.flatMap(({ id, name, template }) => {
    const read = readTemplate(template);
    return read.kind === 'own' ? [{ id, name, template: read.template }] : [];
  });
}

/** Addresses of the pictures that templates show: of public ones, which are read by everybody already. */
async function picturesOf(
  { pool }: Pick<AppDeps, 'pool'>,
  templates: readonly FoundTemplate[],
): Promise<Record<string, string>> {
  const ids = [...new Set(templates.flatMap(({ template }) => picturesIn(template)))];
  const files = ids.length > 0 ? await filesById(pool, ids) : [];
  return Object.fromEntries(
    files.filter(({ isPublic }) => isPublic).map((file) => [file.id, addressOf(file)]),
  );
}

/** The values of a row that its source lists, of what the caller may read of it. */
async function rowData(deps: AppDeps, caller: Caller, { source, id }: Wanted): Promise<PrintData['fields']> {
  const engine = await engineOf(deps);
  const { resource, fields } = printSource(source);
  const compiled = viewOf(compiledOf(engine, resource), caller);
  const half = halfOf(engine.halves, compiled.resource);
  const row = await readDetail(readingAs(engine, compiled, caller), compiled, half, caller, id);
  return Object.fromEntries(
    Object.entries(fields).map(([name, { from }]) => [name, row[from ?? name] ?? null]),
  );
}

/** @throws Refused validation with a sentence for what is missing or wrong */
function periodOf(deps: AppDeps, caller: Caller, { from, to }: Wanted): { from: Date; to: Date } {
  if (from === undefined || to === undefined) throw refuseField(deps, caller, 'from', 'statementPeriod');
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw refuseField(deps, caller, 'from', 'rangeOrder');
  if (end.getTime() - start.getTime() > STATEMENT_DAYS_MOST * DAY_MS)
    throw refuseField(deps, caller, 'from', 'statementLong', { days: STATEMENT_DAYS_MOST });
  return { from: start, to: end };
}

async function statementData(deps: AppDeps, caller: Caller, wanted: Wanted): Promise<PrintData> {
  const merchantId = wanted.merchantId ?? caller.merchantId ?? undefined;
  if (merchantId === undefined) throw refuseField(deps, caller, 'merchantId', 'statementMerchant');
  if (wanted.currency === undefined) throw refuseField(deps, caller, 'currency', 'statementCurrency');
  const period = periodOf(deps, caller, wanted);
  const engine = await engineOf(deps);
  // One outside the scope is like one that is not there.
  if (!seesMerchant(await engine.scopes.visible(caller), merchantId)) throw new Refused('notFound');
  const { rows } = await deps.pool.query<{ name: string }>(MERCHANT, [merchantId]);
  if (!rows[0]) throw new Refused('notFound');
  // What is to come cannot be stated yet.
  const to = new Date(Math.min(period.to.getTime(), deps.clock.now().getTime()));
  const { currency } = wanted;
  const asked = { merchantId, currency, from: period.from, to, most: PRINT_ROWS_MOST };
  const { entries, ...sums } = await readStatement(deps, asked);
  return {
    fields: {
      ...sums,
      merchant: rows[0].name,
      currency,
      from: period.from.toISOString(),
      to: to.toISOString(),
      entryCount: entries.length,
    },
    rows: { entries: entries.map((entry) => ({ ...entry })) },
  };
}

type Withheld = { name: string; says: string };

/** @throws Refused notPrinted in the words of a template, where each is of other states than the row's */
function byState(found: readonly FoundTemplate[], { fields }: PrintData, { locale }: Caller) {
  const templates = found.filter(({ template }) => printsOf(template, fields));
  const withheld = found.flatMap(({ name, template: { only }, ...rest }): Withheld[] => {
    if (!only || templates.some(({ id }) => id === rest.id)) return [];
    const { otherwise } = only;
    return [
      {
        name,
        says: localText(typeof otherwise === 'string' ? otherwise : JSON.stringify(otherwise), locale),
      },
    ];
  });
  if (templates.length === 0 && withheld[0]) throw new Refused('notPrinted', { why: withheld[0].says });
  return { templates, withheld };
}

export interface PrintDocument {
  data: PrintData;
  templates: FoundTemplate[];
  /** Templates that print other states of it, and what they say of this one. */
  withheld: Withheld[];
  pictures: Record<string, string>;
}

/** What a print is made of: its values under the caller's rights and scope, and the templates in force for it. */
export async function readDocument(deps: AppDeps, caller: Caller, wanted: Wanted): Promise<PrintDocument> {
  const { resource } = printSource(wanted.source);
  demand(caller, [`${resource}:page`]);
  const isStatement = wanted.source === 'merchantStatement';
  const data = isStatement
    ? await statementData(deps, caller, wanted)
    : { fields: await rowData(deps, caller, wanted), rows: {} };
  const found = await templatesOf(deps, wanted.source);
  const { templates, withheld } = wanted.alone
    ? { templates: [], withheld: [] }
    : byState(found, data, caller);
  const { rows } = await deps.pool.query<{ code: string; value: string | null }>(COMPANY);
  const company = new Map(rows.map(({ code, value }) => [code, value ?? '']));
  const every = {
    company: localText(company.get('sysTitle') ?? '', caller.locale),
    printedAt: deps.clock.now().toISOString(),
    printedBy: caller.realName || caller.account,
    zone: caller.timeZone,
  };
  return {
    data: { fields: { ...data.fields, ...every }, rows: data.rows },
    templates,
    withheld,
    pictures: { logo: company.get('sysLogo') ?? '', ...(await picturesOf(deps, found)) },
  };
}
