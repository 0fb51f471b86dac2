import { MINOR_DIGITS, minorDigits } from '../../contract/currency.ts';
import { DICTS } from '../../contract/dicts.ts';
import { labelKey } from '../../contract/field.ts';
import { LOCALE_FACTS } from '../../contract/locales.ts';
import { localText } from '../../contract/localised.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { Caller } from '../platform/http/caller.ts';
import { callTitle } from '../platform/http/callTitle.ts';
import { type Locales, textOf } from '../platform/http/locales.ts';
import type { CellType } from '../platform/spreadsheet/cells.ts';
import { type Column, type Compiled, printed, viewOf } from './compile.ts';
import { drawnCell, drawnSql } from './drawnCell.ts';
import { derivedOf } from './derived.ts';
import { fieldLabel, flagLabel } from './labels.ts';
import { localName } from './localizedRow.ts';
import { localizedRemark } from './localizedRemark.ts';
import { snake } from './sql.ts';
import { refusedPart, WrongFilter } from './wrongFilter.ts';

export interface ExportColumn {
  header: string;
  /** The cell's text as SQL over alias t and `join`; the zone is parameter $1. */
  sql: string;
  join?: string;
  type: CellType;
  /** From what the database answers to what people read; null where the cell is empty. */
  cell: (value: string | null) => string | null;
}

type Cell = ExportColumn['cell'];

function dictCell(locales: Locales, caller: Caller, dict: string): Cell {
  const items =
    (DICTS as Readonly<Record<string, readonly { value: string | number; label: string }[]>>)[dict] ?? [];
  const labels = new Map(
    items.map((item) => [
      String(item.value),
      textOf(locales, caller.locale, 'dicts', `${dict}.${item.value}`) ?? item.label,
    ]),
  );
  return (value) => (value === null ? null : (labels.get(value) ?? value));
}

const ownCell: Cell = (value) => value;
/** Marks what nobody wrote, which no typed text starts with. */
const OURS = '\u0001';
const ownRemark = (own: string, writer: string): string =>
  `case when t.${snake(writer)} = 'system' then chr(1) else '' end || ${own}`;
const remarkCell =
  (locales: Locales, caller: Caller): Cell =>
  (value) =>
    value?.startsWith(OURS) ? localizedRemark(locales, caller, value.slice(1)) : value;
/** What no person did is labelled as such. */
const actorCell =
  (locales: Locales, caller: Caller): Cell =>
  (value) =>
    value === 'system' ? (textOf(locales, caller.locale, 'errors', 'texts.system') ?? value) : value;
/** Between what names a call and the text that was kept of it, which no name holds. */
const CALL = '\u0001';
const callCell =
  (locales: Locales, { locale }: Caller): Cell =>
  (value) => {
    const [controller = '', action = '', kept = ''] = value?.split(CALL) ?? [];
    return callTitle(locales, locale, controller, action) ?? kept;
  };
const localCell =
  (caller: Caller): Cell =>
  (value) =>
    value === null ? null : localText(value, caller.locale);

/** Several names, as a list shows them. */
const namesCell =
  (caller: Caller): Cell =>
  (value) =>
    value === null
      ? null
      : (JSON.parse(value) as string[]).map((name) => localText(name, caller.locale)).join(', ');

/** Each of a list as a value of its own is written. */
const listCell =
  ({ locale }: Caller, cell: Cell): Cell =>
  (value) =>
    value === null
      ? null
      : (JSON.parse(value) as unknown[]).map((each) => cell(String(each))).join(LOCALE_FACTS[locale].comma);

const DIGITS = Object.entries(MINOR_DIGITS).map(([currency, digits]) => `when '${currency}' then ${digits}`);

/** A price is of no currency's digits: two or more, as a list shows it. */
const priceSql = (own: string): string => `round(${own}, greatest(scale(trim_scale(${own})), 2))::text`;

/** With the minor digits of the row's currency, as a list shows it; digits beyond them are never dropped. */
function moneySql(own: string, currency: string | undefined): string {
  if (!currency) return `trim_scale(${own})::text`;
  const digits = `case ${currency} ${DIGITS.join(' ')} else ${minorDigits('')} end`;
  return `round(${own}, greatest(scale(trim_scale(${own})), ${digits}))::text`;
}

function exportColumn(locales: Locales, caller: Caller, compiled: Compiled, column: Column): ExportColumn {
  const { field, name, type, own } = column;
  const header = fieldLabel(locales, caller.locale, compiled.resource, name);
  switch (field.kind) {
    case 'ref': {
      const target = resourceOf(field.to);
      const alias = `r_${snake(labelKey(name))}`;
      const join = `left join ${snake(target.id)} ${alias} on ${alias}.id = ${own}`;
      const cell = localName(target) ? localCell(caller) : ownCell;
      return { header, type: 'text', sql: `${alias}.${snake(target.label)}::text`, join, cell };
    }
    case 'dict': {
      // A list shows the code of a currency, not its name.
      const cell = field.dict === 'currency' ? ownCell : dictCell(locales, caller, field.dict);
      return { header, type: 'text', sql: `${own}::text`, cell };
    }
    case 'flag': {
      return {
        header,
        type: 'text',
        sql: `${own}::text`,
        cell: (value) => (value === null ? null : flagLabel(caller.locale, value === 'true')),
      };
    }
    case 'instant':
      // A spreadsheet takes a time with its zone for a text, so the zone is in the header.
      return {
        header: `${header} (${caller.timeZone})`,
        type: 'instant',
        sql: `to_char(${own} at time zone $1, 'YYYY-MM-DD HH24:MI:SS')`,
        cell: ownCell,
      };
    case 'money':
      if (field.price) return { header, type: 'decimal', sql: priceSql(own), cell: ownCell };
      return {
        header,
        type: 'decimal',
        sql: moneySql(own, compiled.columns.get(field.currency)?.own),
        cell: ownCell,
      };
    case 'json': {
      const names = derivedOf(compiled.resource.id, name)?.names;
      if (field.several) {
        const { several } = field;
        const item = 'dict' in several ? dictCell(locales, caller, several.dict) : ownCell;
        return { header, type: 'text', sql: `to_json(${own})::text`, cell: listCell(caller, item) };
      }
      if (field.drawn === undefined)
        return { header, type: 'text', sql: `${own}::text`, cell: names ? namesCell(caller) : ownCell };
      const label = (dict: string, value: string) => dictCell(locales, caller, dict)(value) ?? value;
      return { header, type: 'text', sql: drawnSql(own), cell: drawnCell(caller.locale, label) };
    }
    case 'rate':
    case 'int':
      return { header, type: 'integer', sql: `${printed(own, type)}::text`, cell: ownCell };
    default: {
      if (field.call) {
        const parts = [field.call.controller, field.call.action].map((part) => `t.${snake(part)}`);
        const sql = `concat_ws(chr(1), ${[...parts, own].join(', ')})`;
        return { header, type: 'text', sql, cell: callCell(locales, caller) };
      }
      if (field.writer)
        return { header, type: 'text', sql: ownRemark(own, field.writer), cell: remarkCell(locales, caller) };
      const plain = field.actor ? actorCell(locales, caller) : ownCell;
      return { header, type: 'text', sql: `${own}::text`, cell: field.localised ? localCell(caller) : plain };
    }
  }
}

/** The chosen columns in the order asked for; without a choice those that a list shows by default. */
export function exportColumns(
  locales: Locales,
  caller: Caller,
  of: Compiled,
  requested: readonly string[] | undefined,
): ExportColumn[] {
  const compiled = viewOf(of, caller);
  const shown = [...compiled.columns.values()].filter(
    ({ field }) => !field.formOnly && field.kind !== 'secret',
  );
  const byName = new Map(
    shown.flatMap((column) => [[column.name, column] as const, [labelKey(column.name), column] as const]),
  );
  const chosen = requested?.map((name) => byName.get(name)) ?? shown.filter(({ field }) => !field.extra);
  if (chosen.length === 0) throw refusedPart(compiled, new WrongFilter('columns', 'noColumns'));
  const stranger = requested?.find((name) => !byName.has(name));
  if (stranger !== undefined) {
    const allowed = shown.map((column) => column.name);
    throw refusedPart(compiled, new WrongFilter('columns', 'columns', { field: stranger, allowed }));
  }
  const unique = [...new Set(chosen.filter((column): column is Column => column !== undefined))];
  return unique.map((column) => exportColumn(locales, caller, compiled, column));
}
