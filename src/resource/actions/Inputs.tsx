import { Suspense, useLayoutEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { isLines } from '../../kit/inputs/input.ts';
import type { Words } from './texts.ts';

interface InputsProps {
  /** Makes the inputs' ids unique on the page. */
  base: string;
  fields: Fields;
  words: Words;
  values: Record<string, unknown>;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Record<string, unknown>) => void;
}

/** Stands where an input comes that is still loaded: it takes the focus for it, and hands it over. */
function Coming({ id }: { id: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    return () => {
      const owner = current?.ownerDocument;
      if (!owner || owner.activeElement !== current) return;
      // The input is in the document once React has finished with both.
      queueMicrotask(() => owner.getElementById(id)?.focus({ preventScroll: true }));
    };
  }, [id]);
  return <span ref={place} className="sheet-coming" tabIndex={-1} />;
}

/** What a command asks for before it runs. */
export function Inputs({ base, fields, words, values, errors, onChange }: InputsProps) {
  const inputOf = (name: string, field: Field) => (
    <FieldInput
      field={field}
      id={`${base}-${name}`}
      label={words.field(name)}
      render="radio"
      value={values[name]}
      values={values}
      error={errors[name] && `${base}-${name}-wrong`}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  );
  return Object.entries(fields).map(([name, field]) => {
    if (field.kind === 'flag')
      return (
        <label key={name} className="sheet-flag">
          {inputOf(name, field)}
          {words.field(name)}
        </label>
      );
    return (
      <div key={name} className="sheet-field">
        <label htmlFor={`${base}-${name}`}>
          {words.field(name)}
          {field.required && <span className="pd-down"> *</span>}
        </label>
        <Suspense fallback={<Coming id={`${base}-${name}`} />}>{inputOf(name, field)}</Suspense>
        {errors[name] && (
          <span id={`${base}-${name}-wrong`} className="pd-down" role="alert">
            {errors[name]}
          </span>
        )}
      </div>
    );
  });
}

/** True where something that is written takes several lines, in which Enter is a new one. */
export const hasLines = (fields: Fields | undefined): boolean => Object.values(fields ?? {}).some(isLines);

/** What a sheet starts with: a flag is given either way, and a number that its row bears need not be copied. */
export const firstValues = (fields: Fields | undefined, row?: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, field]) => {
      if (field.kind === 'flag') return [[name, false]];
      return field.kind === 'text' && field.pattern && row?.[name] ? [[name, row[name]]] : [];
    }),
  );
