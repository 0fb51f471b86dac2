import { InputNumber, Segmented, Select, Switch } from 'antd';
import { useAtomValue } from 'jotai';
import { type ReactNode, useId } from 'react';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { type Preferences, preferencesAtom, setPreferences } from '../../kit/preferences.ts';

interface RowProps {
  label: string;
  hint?: string;
  children: (id: string) => ReactNode;
}

/** A label and its control on one line. */
export function Row({ label, hint, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
        {hint && <small className="pd-muted">{hint}</small>}
      </label>
      {children(id)}
    </div>
  );
}

type KeysOf<T> = { [K in keyof Preferences]: Preferences[K] extends T ? K : never }[keyof Preferences];

interface NumberRowProps {
  name: KeysOf<number>;
  label: string;
  min: number;
  max: number;
  step: number;
}

export function NumberRow({ name, label, min, max, step }: NumberRowProps) {
  const value = useAtomValue(preferencesAtom)[name];
  return (
    <Row label={label} hint={`${formatCount(min)}–${formatCount(max)}`}>
      {(id) => (
        <InputNumber
          id={id}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(next) => next !== null && setPreferences({ [name]: next })}
        />
      )}
    </Row>
  );
}

export function SwitchRow({ name, label }: { name: KeysOf<boolean>; label: string }) {
  const value = useAtomValue(preferencesAtom)[name];
  return (
    <Row label={label}>
      {(id) => (
        <Switch
          id={id}
          aria-labelledby={`${id}-label`}
          checked={value}
          onChange={(next) => setPreferences({ [name]: next })}
        />
      )}
    </Row>
  );
}

interface ChoiceRowProps {
  name: 'theme' | 'size' | 'tagsStyle' | 'animation';
  label: string;
  values: readonly string[];
  /** Key prefix of the choices' words. */
  words: string;
  /** All choices side by side instead of in a list. */
  inline?: boolean;
}

export function ChoiceRow({ name, label, values, words, inline = false }: ChoiceRowProps) {
  const t = useT('app');
  const value = useAtomValue(preferencesAtom)[name];
  const options = values.map((each) => ({ value: each, label: t(`${words}.${each}`) }));
  const set = (next: string) => setPreferences({ [name]: next });
  return (
    <Row label={label}>
      {(id) =>
        inline ? (
          <Segmented id={id} aria-labelledby={`${id}-label`} value={value} options={options} onChange={set} />
        ) : (
          <Select id={id} value={value} options={options} onChange={set} />
        )
      }
    </Row>
  );
}
