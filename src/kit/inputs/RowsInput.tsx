import { type ComponentType, useId } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { useT } from '../i18n/i18n.ts';
import { type InputProps, controlProps } from './input.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RowsInputProps extends InputProps {
  rows: Fields;
  /** The input of one field; it may not import this one and be imported by it. */
  Input: ComponentType<InputProps>;
}

/** Rows of a few fields each, one under the other: what a write carries is the whole list. */
export function RowsInput(props: RowsInputProps) {
  const { rows, Input, id, value, onChange, disabled, labelOf = (name) => name } = props;
  const t = useT('grid');
  const own = useId();
  const list = Array.isArray(value) ? (value as Values[]) : [];
  const set = (at: number, name: string, given: unknown): void =>
    onChange?.(list.map((row, place) => (place === at ? { ...row, [name]: given } : row)));
  return (
    <div className="input-rows" role="group" {...controlProps(props)} id={undefined}>
      {list.map((row, at) => (
        // Rows have no key of their own, and none is ever put before another.
        <fieldset key={at} className="input-row" aria-label={t('form.row', { at: at + 1 })}>
          {Object.entries(rows).map(([name, field]) => {
            const control = `${own}-${at}-${name}`;
            return (
              <div key={name} className="input-row-field">
                <label htmlFor={control}>
                  {labelOf(name)}
                  {field.required && <span aria-hidden> *</span>}
                </label>
                <Input
                  field={field}
                  id={control}
                  label={labelOf(name)}
                  value={row[name]}
                  disabled={disabled}
                  onChange={(given) => set(at, name, given)}
                />
              </div>
            );
          })}
          <button
            type="button"
            className="link-button"
            disabled={disabled}
            onClick={() => onChange?.(list.filter((_, place) => place !== at))}
          >
            {t('form.removeRow')}
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        id={id}
        className="link-button"
        disabled={disabled}
        onClick={() => onChange?.([...list, {}])}
      >
        {t('form.addRow')}
      </button>
    </div>
  );
}
