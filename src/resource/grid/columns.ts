import { known } from '../../kit/data/known.ts';
import type { ColDef, ValueFormatterParams } from 'ag-grid-community';
import { mayBeAsked } from '../../../contract/asked.ts';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { type Field, labelKey, type Several } from '../../../contract/field.ts';
import { LOCALE_FACTS } from '../../../contract/locales.ts';
import type { Resource } from '../../../contract/resource.ts';
import { isLocalText } from '../../../contract/localised.ts';
import {
  caller,
  currentLocale,
  dictLabel,
  formatInstant,
  formatMoney,
  formatPrice,
  formatRate,
  middle,
  operatorName,
  preferences,
  serverNow,
  toneOf,
  translate,
} from '../../kit/index.ts';
import { CheckCell, CheckHeader, TagCell, type TagParams } from './cells.ts';
import { KIND_WIDTHS } from './kindWidths.ts';
import type { Face } from './ruler.ts';
import { localisedTitle } from '../../kit/data/menu.ts';
import { instantText } from '../../kit/ui/instantText.ts';
import { lookAlikeText } from '../ui/lookAlikeText.ts';
import { remarkText } from './remarkText.ts';
import { keptText } from './kept.ts';

export const SELECT_COLUMN = 'pd-select';
/** A column of the rows' own values, and not that of the boxes. */
export const isCellColumn = (column: string | null | undefined): column is string =>
  typeof column === 'string' && column !== SELECT_COLUMN;
/** The class of cells of figures: some of their digits alone would be another number. */
export const FIGURE = 'ag-right-aligned-cell';

export type Column = ColDef<Row>;

/** What a column knows of its widths. */
export interface ColumnContext {
  /** The widest it grows by itself, in px. */
  widest?: number;
  /** What else its cells read of a row, at its widest. */
  sample?: Readonly<Record<string, unknown>>;
  /** The columns it leads stand in the order of a narrow panel, which is another one than the person's. */
  narrow?: true;
  /** What a cell's text has to be warned of, as its tooltip. */
  warningOf?: (text: string) => string | undefined;
}

export const contextOf = ({ context }: Column): ColumnContext => (context as ColumnContext | undefined) ?? {};

/** Columns in the order of a narrow panel. */
export const asNarrow = ([first, ...rest]: readonly Column[]): Column[] =>
  first
    ? [{ ...first, context: { ...contextOf(first), narrow: true } satisfies ColumnContext }, ...rest]
    : [];

export const areNarrow = ([first]: readonly Column[]): boolean =>
  first !== undefined && contextOf(first).narrow === true;

const NONE = '–';
/** In a column the points of all rates stand under each other. */
const RATE_DIGITS = 2;
const YES = dictValue('yesNoEnum', 'yes');

/** What is ticked, as the dictionary calls it; words of a form are called so by the form alone. */
const severalText = (several: Several, value: unknown): string =>
  (Array.isArray(value) ? (value as unknown[]) : [])
    .map((each) => ('dict' in several ? dictLabel(several.dict, each) : String(each)))
    .join(LOCALE_FACTS[currentLocale()].comma);

function refText(name: string, field: Extract<Field, { kind: 'ref' }>, row: Row): string {
  const value = String(row[name]);
  // A log's row that is no merchant's says so by zero.
  if (value === '0') return '';
  const label = row[labelKey(name)];
  if (field.localised) return localisedTitle(label);
  // Whose name a merchant may not read is one of ours.
  if (!label && field.to === 'sysUser' && caller().profile.merchantId) return translate('grid:ourPerson');
  return String(label ?? value);
}

/** Where any text may be kept (a setting), one in several languages is shown in the reader's. */
const isLocalMap = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('{') && isLocalText(value);

/** A cell's text for screen and clipboard alike; `full` leaves nothing out. */
export function cellText(name: string, field: Field, row: Row | undefined, full = false): string {
  const value = row?.[name];
  if (row === undefined || row.gap === true) return '';
  if (value === null || value === undefined || value === '')
    return field.kind === 'ref' && field.emptyIsAll ? translate('grid:emptyIsAll') : '';
  switch (field.kind) {
    case 'money':
      if (field.price) return formatPrice(String(value));
      return formatMoney(String(value), String(row[field.currency] ?? ''), { signed: Boolean(field.signed) });
    case 'rate':
      return formatRate(String(value), RATE_DIGITS);
    case 'ref':
      return refText(name, field, row);
    case 'dict':
      if (field.dict === 'yesNoEnum') return value === YES ? '✓' : NONE;
      return field.dict === 'currency' ? String(value) : dictLabel(field.dict, value);
    case 'flag':
      return value === true ? '✓' : NONE;
    case 'instant':
      return full
        ? formatInstant(String(value), 'dateTime')
        : instantText(value, preferences().timeZone, serverNow());
    case 'json':
      if (field.several) return severalText(field.several, value);
      return field.by === undefined ? JSON.stringify(value) : keptText(field, row, value, cellText);
    default:
      if (field.kind === 'text' && field.actor) return operatorName(value);
      if (field.writer) return remarkText(String(value), row[field.writer]);
      return field.localised || isLocalMap(value)
        ? localisedTitle(value)
        : field.mono && !full
          ? middle(String(value), 13, 4)
          : String(value);
  }
}

/** A cell's text on screen, where nothing is a dash and a row on its way is empty. */
const shown = (name: string, field: Field, row: Row | undefined): string =>
  cellText(name, field, row) || (row === undefined || row.gap ? '' : NONE);

function classesOf(field: Field): string[] {
  if (field.kind === 'money' || field.kind === 'rate' || field.kind === 'int') return [FIGURE, 'pd-number'];
  if (field.kind === 'instant' || field.kind === 'date') return ['pd-number', 'grid-quiet'];
  if (field.kind === 'json') return ['grid-quiet'];
  return field.mono ? ['pd-mono', 'grid-copy'] : [];
}

/** The classes that a column's cells have whatever they show. */
export const fixedClasses = ({ cellClass }: Column): string =>
  typeof cellClass === 'string' ? cellClass : Array.isArray(cellClass) ? cellClass.join(' ') : '';

/** What its texts are drawn as. */
export const faceOf = (column: Column): Face => {
  if (column.cellRenderer === TagCell) return 'tag';
  return fixedClasses(column).includes('pd-mono') ? 'mono' : 'plain';
};

/** Names of people, merchants and things: those that look like others are marked. */
export const isName = (field: Field): boolean =>
  field.kind === 'ref' || (field.kind === 'text' && field.identity === 'name');

const numeric = (field: Field): boolean =>
  field.kind === 'money' || field.kind === 'rate' || field.kind === 'int';

/** What people call a row. A binding has no name of its own: its merchant and its channel are one. */
export function labelOf({ label, secondaryLabel, fields }: Resource, row: Row): string {
  if (fields[label]) {
    const texts = [label, ...secondaryLabel].map((name) => cellText(name, fields[name]!, row, true));
    return texts.filter(Boolean).join(' · ') || row.id;
  }
  const parents = Object.entries(fields).filter(([, each]) => each.kind === 'ref');
  const names = parents.map(([name, each]) => cellText(name, each, row)).filter((text) => text !== '');
  return names.slice(0, 2).join(' · ') || row.id;
}

/** The column of one field; a view adds what it wants to have its own way. */
export function columnOf(resource: Resource, name: string, header: string): Column {
  const field = resource.fields[name]!;
  // Yes and no look the same whether a field is a flag or the dictionary's pair.
  const tag = field.kind === 'dict' && field.dict !== 'currency' && field.dict !== 'yesNoEnum';
  return {
    colId: name,
    field: name,
    headerName: header,
    width: field.width ?? KIND_WIDTHS[field.kind].start,
    sortable: field.sort === true,
    hide: field.extra === true,
    pinned: field.pin ?? null,
    cellClass: classesOf(field),
    ...(isName(field) && { context: { warningOf: lookAlikeText } satisfies ColumnContext }),
    ...(numeric(field) && { headerClass: 'ag-right-aligned-header' }),
    ...(field.kind === 'money' &&
      field.signed && {
        cellClassRules: {
          'pd-up': ({ value }) => toneOf(value as string, field.signed) === 'up',
          'pd-down': ({ value }) => toneOf(value as string, field.signed) === 'down',
        },
      }),
    ...(tag
      ? {
          cellRenderer: TagCell,
          cellRendererParams: {
            dict: field.dict,
            ...(name === 'status' && mayBeAsked(resource.id) && { asks: true }),
          } satisfies TagParams,
        }
      : { valueFormatter: ({ data }: ValueFormatterParams<Row>) => shown(name, field, data) }),
  };
}

/** The field that says whose a row is, where that is no question: a merchant sees its own, an agent those of many. */
export function ownField(resource: Resource): string | undefined {
  const { merchantId, kind } = caller().profile;
  return merchantId && kind !== 'agent' ? resource.scope : undefined;
}

/** The column of boxes at the left edge. */
export function selectColumn(): Column {
  return {
    colId: SELECT_COLUMN,
    headerName: '',
    width: 30,
    minWidth: 30,
    maxWidth: 30,
    resizable: false,
    sortable: false,
    pinned: 'left',
    lockPinned: true,
    lockPosition: 'left',
    suppressMovable: true,
    cellClass: 'grid-check-cell',
    headerClass: 'grid-check-cell',
    headerComponent: CheckHeader,
    cellRenderer: CheckCell,
  };
}

/** Columns of every field that has one, in the definition's order; a merchant's people have none of the staff's own. */
export function columnsOf(resource: Resource, label: (field: string) => string): Column[] {
  const shown = Object.entries(known(resource).fields).filter(
    ([, field]) => !field.formOnly && field.kind !== 'secret',
  );
  const own = ownField(resource);
  return [
    selectColumn(),
    ...shown.map(([name]) => {
      const column = columnOf(resource, name, label(name));
      return name === own ? { ...column, hide: true, pinned: null } : column;
    }),
  ];
}
