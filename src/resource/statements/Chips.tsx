import {
  DATE_ORDERS,
  DELIMITERS,
  ENCODINGS,
  type StatementFormat,
  statementFormatSchema,
} from '../../../contract/statementFormat.ts';
import type { StatementPreview } from '../../../contract/statementPreview.ts';
import { Choice, useT } from '../../kit/index.ts';
import { delimiterName } from './names.ts';

export type Doubt = StatementPreview['doubtful'][number];

interface ChipsProps {
  preview: StatementPreview;
  /** What nobody has decided yet. */
  doubtful: readonly Doubt[];
  /** Absent where the manner is changed elsewhere. */
  change?: ((format: StatementFormat, settled: string) => void) | undefined;
}

/** What says whether a line came in or went out. */
function signOf({ amount, side, credit, debit }: StatementFormat): string {
  if (side !== undefined) return side;
  return amount ?? `${credit} / ${debit}`;
}

/** The manner in which a file is written, as it was found; changed in place, and read again at once. */
export function Chips({ preview, doubtful, change }: ChipsProps) {
  const t = useT('bank');
  const { format, kind } = preview;
  const found = (text: string) => t('bankBatch.preview.detected', { text });
  const set = (name: string, value: string | undefined): void => {
    const next = statementFormatSchema.safeParse({ ...format, [name]: value });
    if (next.success) change?.(next.data, name);
  };
  const fixed = (name: string, text: string) => (
    <span key={name} className="reading-chip">
      <span className="pd-muted">{t(`bankBatch.preview.manner.${name}`)}</span> {text}
    </span>
  );
  const chosen = (
    name: string,
    value: string | undefined,
    options: readonly { value: string; text: string }[],
  ) => {
    const label = t(`bankBatch.preview.manner.${name}`);
    const text = options.find((option) => option.value === (value ?? ''))?.text ?? value ?? '';
    if (!change) return fixed(name, text);
    return (
      <span key={name} className="reading-chip">
        <span className="pd-muted">{label}</span>
        <Choice
          className={`reading-choice${doubtful.some((each) => each === name) ? ' reading-doubt' : ''}`}
          label={label}
          value={value ?? ''}
          options={options}
          set={(next) => set(name, next === '' ? undefined : next)}
        />
      </span>
    );
  };
  return (
    <div className="reading-chips">
      {preview.encoding === null
        ? fixed('kind', t(`bankBatch.preview.kinds.${kind}`))
        : chosen('encoding', format.encoding, [
            { value: '', text: found(preview.encoding) },
            ...ENCODINGS.map((value) => ({ value, text: value })),
          ])}
      {preview.delimiter !== null &&
        chosen('delimiter', format.delimiter, [
          { value: '', text: found(t(`bankBatch.preview.delimiters.${delimiterName(preview.delimiter)}`)) },
          ...DELIMITERS.map((value) => ({
            value,
            text: t(`bankBatch.preview.delimiters.${delimiterName(value)}`),
          })),
        ])}
      {fixed('header', t('bankBatch.faults.line', { line: preview.headerLine }))}
      {chosen(
        'dateOrder',
        format.dateOrder,
        DATE_ORDERS.map((value) => ({ value, text: t(`bankBatch.preview.dateOrders.${value}`) })),
      )}
      {chosen(
        'decimal',
        format.decimal,
        ['.', ','].map((value) => ({
          value,
          text: t(`bankBatch.preview.decimals.${value === '.' ? 'point' : 'comma'}`),
        })),
      )}
      {fixed('sign', signOf(format))}
      {fixed('zone', format.zone)}
    </div>
  );
}
