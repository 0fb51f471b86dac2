import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { DictField, Field, Fields } from '../../../contract/field.ts';
import { call, part, useCaller, useDict } from '../../kit/index.ts';
import type { Words } from './texts.ts';

// The picker brings the UI kit's select, which most sheets do without.
const RefInput = part(async () => ({ default: (await import('../form/RefInputs.tsx')).RefInput }));

/** A text longer than this is written in several lines. */
const ONE_LINE = 200;

interface DictInputProps {
  field: DictField;
  /** Of the same sheet, where it asks for one. */
  merchantId: unknown;
}

interface InputProps {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Which items of a dictionary the sheet offers for its merchant; undefined where it offers all. */
function useOffered(from: string | undefined, merchantId: unknown): ReadonlySet<unknown> | undefined {
  const own = useCaller().profile.merchantId !== undefined;
  const { data } = useQuery({
    queryKey: [from, merchantId],
    queryFn: ({ signal }) => call<string[]>(from!, own ? {} : { merchantId }, { customCatch: true, signal }),
    enabled: from !== undefined && (own || Boolean(merchantId)),
  });
  return data && new Set<unknown>(data);
}

function DictInput({ field, merchantId, id, value, onChange }: InputProps & DictInputProps) {
  const { dict } = field;
  const offered = useOffered(field.from, merchantId);
  const all = useDict(dict);
  const items = all.filter((item) => offered?.has(item.value) !== false || item.value === value);
  // By what there is, not by what is offered: the input stays what it was when the offer arrives.
  if (all.length > LAID_OUT)
    return (
      <select
        id={id}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(items.find((item) => String(item.value) === target.value)?.value)}
      >
        <option value="">–</option>
        {items.map((item) => (
          <option key={item.value} value={item.value}>
            {dict === 'currency' ? `${item.value} · ${item.label}` : item.label}
          </option>
        ))}
      </select>
    );
  return (
    <span className="sheet-choices" id={id} role="radiogroup">
      {items.map((item) => (
        <label key={item.value}>
          <input
            type="radio"
            name={id}
            checked={String(value ?? '') === String(item.value)}
            onChange={() => onChange(item.value)}
          />
          {item.label}
        </label>
      ))}
    </span>
  );
}

function TextInput({ field, id, value, onChange }: InputProps & { field: Field }) {
  const text = String(value ?? '');
  const { max = 200 } = field;
  if (max > ONE_LINE)
    return <textarea id={id} rows={2} value={text} onChange={(event) => onChange(event.target.value)} />;
  // A pattern of digits alone is typed on a number pad.
  const digits = field.pattern?.startsWith('[0-9]') === true;
  return (
    <input
      id={id}
      className={`pd-input${field.mono || digits ? ' pd-mono' : ''}`}
      autoComplete="off"
      spellCheck={false}
      {...(digits && { inputMode: 'numeric' as const })}
      value={text}
      // What is too long is told, not cut: cut off, a pasted number would be another one.
      onChange={({ target }) => onChange(digits ? target.value.replaceAll(/\s/g, '') : target.value.trim())}
    />
  );
}

/** A list with more items than this is picked from, not laid out. */
const LAID_OUT = 6;

function FieldInput({ field, merchantId, ...given }: InputProps & { field: Field; merchantId: unknown }) {
  if (field.kind === 'ref')
    return (
      <Suspense fallback={null}>
        <RefInput {...given} to={field.to} required={field.required} />
      </Suspense>
    );
  if (field.kind === 'dict') return <DictInput {...given} field={field} merchantId={merchantId} />;
  return <TextInput {...given} field={field} />;
}

interface InputsProps {
  /** Makes the inputs' ids unique on the page. */
  base: string;
  fields: Fields;
  words: Words;
  values: Record<string, unknown>;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Record<string, unknown>) => void;
}

/** What a command asks for before it runs. */
export function Inputs({ base, fields, words, values, errors, onChange }: InputsProps) {
  return Object.entries(fields).map(([name, field]) => {
    const given = {
      id: `${base}-${name}`,
      value: values[name],
      onChange: (value: unknown) => onChange({ ...values, [name]: value }),
    };
    if (field.kind === 'flag')
      return (
        <label key={name} className="sheet-flag">
          <input
            type="checkbox"
            checked={values[name] === true}
            onChange={(event) => given.onChange(event.target.checked)}
          />
          {words.field(name)}
        </label>
      );
    return (
      <div key={name} className="sheet-field">
        <label htmlFor={given.id}>
          {words.field(name)}
          {field.required && <span className="pd-down"> *</span>}
        </label>
        <FieldInput {...given} field={field} merchantId={values.merchantId} />
        {errors[name] && (
          <span className="pd-down" role="alert">
            {errors[name]}
          </span>
        )}
      </div>
    );
  });
}

/** True where something that is written takes several lines, in which Enter is a new one. */
export const isLines = (fields: Fields | undefined): boolean =>
  Object.values(fields ?? {}).some((field) => field.kind === 'text' && (field.max ?? 0) > ONE_LINE);

/** What a sheet starts with: a flag is said either way, and a number that its row bears need not be copied. */
export const firstValues = (fields: Fields | undefined, row?: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, field]) => {
      if (field.kind === 'flag') return [[name, false]];
      return field.kind === 'text' && field.pattern && row?.[name] ? [[name, row[name]]] : [];
    }),
  );
