import { Choice, useT } from '../../kit/index.ts';

interface ColumnProps {
  id: string;
  label: string;
  value: string | undefined;
  /** Of the sample; none before there is one. */
  columns: readonly string[];
  isMissing: boolean;
  disabled: boolean;
  set: (value: string | undefined) => void;
}

/** One column: chosen among those of the sample, typed where there is none. */
export function Column({ id, label, value, columns, isMissing, disabled, set }: ColumnProps) {
  const t = useT('bank');
  const isAbsent = value !== undefined && columns.length > 0 && !columns.includes(value);
  const note = `${id}-note`;
  const wrong = isMissing ? t('bankType.format.missing') : isAbsent ? t('bankType.format.absent') : undefined;
  return (
    <>
      {columns.length === 0 ? (
        <input
          id={id}
          className="pd-input"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          disabled={disabled}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong && note}
          value={value ?? ''}
          onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
        />
      ) : (
        <Choice
          id={id}
          label={label}
          value={value ?? ''}
          disabled={disabled}
          error={wrong && note}
          options={[
            { value: '', text: '–' },
            ...(isAbsent ? [{ value, text: value }] : []),
            ...columns.map((name) => ({ value: name, text: name })),
          ]}
          set={(next) => set(next === '' ? undefined : next)}
        />
      )}
      {wrong && (
        <span id={note} className="format-wrong pd-down">
          {wrong}
        </span>
      )}
    </>
  );
}
