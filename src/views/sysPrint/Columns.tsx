import { useState } from 'react';
import { LOCALE_FACTS, LOCALES } from '../../../contract/locales.ts';
import { type PrintKind, printSource } from '../../../contract/print/sources.ts';
import {
  COLUMN_WIDTHS,
  COLUMNS_MOST,
  type PrintColumn,
  type PrintFormatName,
  type PrintTable,
  type PrintTemplate,
} from '../../../contract/print/template.ts';
import { Choice, SideButtons, currentLocale, localised, useT } from '../../kit/index.ts';
import { FormLine } from '../../resource/ui/FormLine.tsx';
import { newColumn, roomFor, shifted, withColumns } from './drawing.ts';
import { NumberLine, TextLine } from './Lines.tsx';

/** How values of a kind may be written; the first is what they are without a choice. */
const FORMATS: Partial<Record<PrintKind, readonly PrintFormatName[]>> = {
  money: ['plain', 'code', 'signed'],
  instant: ['dateTime', 'date', 'time'],
};

interface ColumnProps {
  column: PrintColumn;
  kind: PrintKind;
  names: readonly string[];
  most: number;
  set: (values: Partial<PrintColumn>) => void;
}

/** What a column is called, in one language at a time; without a title it is called as its value is. */
function ColumnTitle({ column, set }: Pick<ColumnProps, 'column' | 'set'>) {
  const t = useT('platform');
  const [language, setLanguage] = useState(currentLocale);
  const title =
    typeof column.title === 'string'
      ? Object.fromEntries(LOCALES.map((each) => [each, column.title as string]))
      : (column.title ?? {});
  return (
    <>
      <SideButtons label={t('sysPrint.design.language')} sides={LOCALES} side={language} turn={setLanguage}>
        {(each) => LOCALE_FACTS[each].short}
      </SideButtons>
      <TextLine
        label={t('sysPrint.design.columnTitle')}
        rows={1}
        value={title[language] ?? ''}
        set={(value) => {
          const { [language]: _, ...others } = title;
          const next = value === '' ? others : { ...others, [language]: value };
          set({ title: Object.keys(next).length > 0 ? next : undefined });
        }}
      />
    </>
  );
}

function ColumnForm({ column, kind, names, most, set }: ColumnProps) {
  const t = useT('platform');
  const formats = FORMATS[kind];
  const choice = <V extends string>(
    label: string,
    value: V,
    options: { value: V; text: string }[],
    choose: (value: V) => void,
  ) => (
    <FormLine label={label}>
      {(id) => (
        <Choice
          id={id}
          label={label}
          value={value}
          options={options}
          set={(next) => choose(options.find((each) => each.value === next)?.value ?? value)}
        />
      )}
    </FormLine>
  );
  const aligns = (['left', 'center', 'right'] as const).map((value) => ({
    value,
    text: t(`sysPrint.design.aligns.${value}`),
  }));
  const usual = kind === 'money' || kind === 'price' || kind === 'count' ? 'right' : 'left';
  return (
    <>
      {choice(
        t('sysPrint.design.value'),
        column.field,
        names.map((value) => ({ value, text: t(`sysPrint.names.${value}`) })),
        // Its format and sum were of the value before.
        (field) => set({ field, format: undefined, total: undefined }),
      )}
      <ColumnTitle column={column} set={set} />
      <NumberLine
        label={t('sysPrint.design.sides.w')}
        value={column.w}
        least={COLUMN_WIDTHS.least}
        most={most}
        set={(w) => set({ w })}
      />
      {choice(t('sysPrint.design.align'), column.align ?? usual, aligns, (align) => set({ align }))}
      {formats &&
        choice(
          t('sysPrint.design.format'),
          column.format ?? formats[0]!,
          formats.map((value) => ({ value, text: t(`sysPrint.design.formats.${value}`) })),
          (format) => set({ format }),
        )}
      {kind === 'money' && (
        <label className="sheet-flag">
          <input
            type="checkbox"
            checked={column.total === true}
            onChange={({ target }) => set({ total: target.checked })}
          />
          {t('sysPrint.design.total')}
        </label>
      )}
    </>
  );
}

interface ColumnsProps {
  table: PrintTable;
  template: PrintTemplate;
  set: (table: PrintTable) => void;
}

interface VerbsProps extends Pick<ColumnsProps, 'table' | 'template'> {
  open: number;
  put: (columns: PrintColumn[], open: number) => void;
}

function ColumnVerbs({ table, template, open, put }: VerbsProps) {
  const t = useT('platform');
  const { columns } = table;
  const column = columns[open];
  const added = newColumn(table, template);
  return (
    <div className="design-verbs">
      <button
        type="button"
        className="pd-button"
        disabled={!added || columns.length >= COLUMNS_MOST}
        onClick={() => added && put([...columns, added], columns.length)}
      >
        {t('sysPrint.design.addColumn')}
      </button>
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className="pd-button"
          disabled={!column || columns[open + by] === undefined}
          onClick={() => put(shifted(columns, open, by), open + by)}
        >
          {t(by < 0 ? 'sysPrint.design.columnUp' : 'sysPrint.design.columnDown')}
        </button>
      ))}
      <button
        type="button"
        className="pd-button"
        disabled={!column || columns.length === 1}
        onClick={() => put(columns.toSpliced(open, 1), Math.max(0, open - 1))}
      >
        {t('sysPrint.design.removeColumn')}
      </button>
    </div>
  );
}

/** The columns of the table: one is open at a time, and is moved, removed or given another value. */
export function Columns({ table, template, set }: ColumnsProps) {
  const t = useT('platform');
  const [open, setOpen] = useState(0);
  const { columns } = table;
  const known = printSource(template.source).rows[table.rows] ?? {};
  const column = columns[open];
  const nameOf = ({ field, title }: PrintColumn) =>
    (title !== undefined && localised(title)) || t(`sysPrint.names.${field}`);
  const put = (next: PrintColumn[], at: number) => {
    set(withColumns(table, next));
    setOpen(at);
  };
  return (
    <section aria-label={t('sysPrint.design.columns')}>
      <h3 className="side-part">{t('sysPrint.design.columns')}</h3>
      <ol className="plain-list design-columns">
        {columns.map((each, at) => (
          // Columns have nothing but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <button
              type="button"
              className="line-button design-column"
              aria-current={at === open || undefined}
              onClick={() => setOpen(at)}
            >
              <span>{nameOf(each)}</span>
              <span className="pd-muted pd-number">{each.w} mm</span>
            </button>
          </li>
        ))}
      </ol>
      <ColumnVerbs table={table} template={template} open={open} put={put} />
      {column && (
        <ColumnForm
          key={open}
          column={column}
          kind={known[column.field]?.kind ?? 'text'}
          names={Object.keys(known)}
          most={roomFor(table, open, template)}
          set={(values) => put(columns.with(open, { ...column, ...values }), open)}
        />
      )}
    </section>
  );
}
