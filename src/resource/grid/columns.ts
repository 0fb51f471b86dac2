import type { ColDef, ValueFormatterParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { type Field, labelKey } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import {
  dictLabel,
  formatMoney,
  formatRate,
  localised,
  middle,
  preferences,
  serverNow,
  signOf,
} from '../../kit/index.ts';
import { CheckCell, TagCell } from './cells.ts';
import { instantText } from './instantText.ts';

export const SELECT_COLUMN = 'pd-select';

export type Column = ColDef<Row>;

const WIDTHS: Readonly<Record<Field['kind'], number>> = {
  text: 130,
  money: 110,
  rate: 80,
  int: 72,
  dict: 92,
  ref: 120,
  flag: 64,
  instant: 132,
  date: 96,
  json: 160,
  image: 90,
  url: 180,
  secret: 90,
};

const jsonText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A cell's text for screen and clipboard alike; `full` leaves nothing out. */
export function cellText(name: string, field: Field, row: Row | undefined, full = false): string {
  const value = row?.[name];
  if (row === undefined || row.gap === true || value === null || value === undefined || value === '')
    return '';
  switch (field.kind) {
    case 'money':
      return formatMoney(String(value), String(row[field.currency] ?? ''), { signed: field.signed ?? false });
    case 'rate':
      return formatRate(String(value));
    case 'ref':
      return String(row[labelKey(name)] ?? value);
    case 'dict':
      return field.dict === 'currency' ? String(value) : dictLabel(field.dict, value);
    case 'flag':
      return value === true ? '✓' : '–';
    case 'instant':
      return full ? String(value) : instantText(value, preferences().timeZone, serverNow());
    case 'json':
      return jsonText(value);
    default:
      return field.localised
        ? localised(value)
        : field.mono && !full
          ? middle(String(value), 13, 4)
          : String(value);
  }
}

function classesOf(field: Field): string[] {
  if (field.kind === 'money' || field.kind === 'rate' || field.kind === 'int')
    return ['ag-right-aligned-cell', 'pd-number'];
  if (field.kind === 'instant' || field.kind === 'date') return ['pd-number', 'grid-quiet'];
  if (field.kind === 'json') return ['pd-mono', 'grid-quiet'];
  return field.mono ? ['pd-mono', 'grid-copy'] : [];
}

const numeric = (field: Field): boolean =>
  field.kind === 'money' || field.kind === 'rate' || field.kind === 'int';

/** The column of one field; a view adds what it wants to have its own way. */
export function columnOf(resource: Resource, name: string, header: string): Column {
  const field = resource.fields[name]!;
  const tag = field.kind === 'dict' && field.dict !== 'currency';
  return {
    colId: name,
    field: name,
    headerName: header,
    width: field.width ?? WIDTHS[field.kind],
    sortable: field.sort === true,
    hide: field.extra === true,
    pinned: field.pin ?? null,
    cellClass: classesOf(field),
    ...(numeric(field) && { headerClass: 'ag-right-aligned-header' }),
    ...(field.kind === 'money' &&
      field.signed && {
        cellClassRules: {
          'pd-up': ({ value }) => signOf(value as string) > 0,
          'pd-down': ({ value }) => signOf(value as string) < 0,
        },
      }),
    ...(tag
      ? { cellRenderer: TagCell, cellRendererParams: { dict: field.dict } }
      : { valueFormatter: ({ data }: ValueFormatterParams<Row>) => cellText(name, field, data) }),
  };
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
    lockPosition: 'left',
    suppressMovable: true,
    cellClass: 'grid-check-cell',
    cellRenderer: CheckCell,
  };
}

/** Columns of every field that has one, in the definition's order. */
export function columnsOf(resource: Resource, label: (field: string) => string): Column[] {
  const shown = Object.entries(resource.fields).filter(
    ([, field]) => !field.formOnly && field.kind !== 'secret',
  );
  return [selectColumn(), ...shown.map(([name]) => columnOf(resource, name, label(name)))];
}
