import type { ComponentType } from 'react';
import type { Field, FieldKind } from '../../../contract/field.ts';
import { DateInput } from './DateInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { DictInput } from './DictInput.tsx';
import { FlagInput } from './FlagInput.tsx';
import { IntInput } from './IntInput.tsx';
import type { InputProps } from './input.ts';
import { JsonInput, RefInput, RowsInput } from './loaded.ts';
import { TextInput } from './TextInput.tsx';
import './inputs.css';

type Inputs = { readonly [K in FieldKind]: ComponentType<InputProps<Extract<Field, { kind: K }>>> };

/** The input of each kind of field, for forms, sheets, filters and settings. */
const INPUTS: Inputs = {
  text: TextInput,
  url: TextInput,
  secret: TextInput,
  image: TextInput,
  money: DecimalInput,
  rate: DecimalInput,
  int: IntInput,
  flag: FlagInput,
  dict: DictInput,
  instant: DateInput,
  date: DateInput,
  ref: RefInput,
  json: JsonInput,
};

/** The input of a field, by its kind. */
export function FieldInput(props: InputProps) {
  const { field } = props;
  if (field.kind === 'json' && field.rows)
    return <RowsInput {...props} rows={field.rows} Input={FieldInput} />;
  // The map gives each kind the input that takes it.
  const Input = INPUTS[field.kind] as ComponentType<InputProps>;
  return <Input {...props} />;
}
