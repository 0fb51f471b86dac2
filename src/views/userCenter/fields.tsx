import { useAtomValue } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import type { Field } from '../../../contract/field.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import type { Render } from '../../kit/inputs/input.ts';
import {
  type Preferences,
  parsePreferences,
  preferencesAtom,
  setPreferences,
} from '../../kit/preferences.ts';

interface RowProps {
  label: string;
  hint?: string | undefined;
  /** What was typed is given up where the focus leaves it. */
  onBlur?: () => void;
  children: (id: string) => ReactNode;
}

/** A label and its control on one line. */
export function Row({ label, hint, onBlur, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting" onBlur={onBlur}>
      <label htmlFor={id}>
        {label}
        {hint && <small className="pd-muted">{hint}</small>}
      </label>
      {children(id)}
    </div>
  );
}

interface PreferenceRowProps {
  name: keyof Preferences;
  label: string;
  hint?: string;
  field: Field;
  /** The text of a choice. */
  textOf?: (choice: string) => string;
  render?: Render;
  disabled?: boolean;
}

const isValid = (name: keyof Preferences, value: unknown): boolean =>
  parsePreferences({ [name]: value })[name] === value;

/**
 * One preference. It takes effect as soon as what is typed is valid; until then the control keeps what is typed, and
 * goes back to what is in force when it is left.
 */
export function PreferenceRow({ name, label, hint, textOf, ...input }: PreferenceRowProps) {
  const value = useAtomValue(preferencesAtom)[name];
  const [typed, setTyped] = useState<{ value: unknown }>();
  const change = (next: unknown) => {
    const valid = isValid(name, next);
    setTyped(valid ? undefined : { value: next });
    if (valid) setPreferences({ [name]: next });
  };
  return (
    <Row label={label} hint={hint} onBlur={() => setTyped(undefined)}>
      {(id) => (
        <FieldInput
          {...input}
          id={id}
          label={label}
          value={typed ? typed.value : value}
          onChange={change}
          choiceText={textOf}
        />
      )}
    </Row>
  );
}
