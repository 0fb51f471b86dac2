import { createElement, type ReactNode, useState } from 'react';
import { useT } from '../../kit/index.ts';
import { named } from '../grid/columns.ts';
import { useLabels, useOptions } from '../filters/useOptions.ts';
import { Choice } from './Choice.tsx';

export interface RefInputProps {
  id?: string | undefined;
  to: string;
  /** Labels are keys of the menu or maps of languages. */
  localised?: boolean;
  required?: boolean | undefined;
  emptyIsAll?: boolean | undefined;
  /** Why one may not be picked; it is greyed. */
  refused?: ((id: string) => string | undefined) | undefined;
  value?: unknown;
  onChange?: ((value: unknown) => void) | undefined;
}

/** Rows to pick from by typing, the picked ones among them by name. */
function useChoices(to: string, picked: readonly string[], localised: boolean) {
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useOptions(to, keyword);
  const name = useLabels(to, picked);
  const text = (label: string) => (localised ? named(label) : label);
  const found = (data ?? []).map(({ value, label }) => ({ value, label: text(label) }));
  const missing = picked
    .filter((id) => !found.some((option) => option.value === id))
    .map((id) => ({ value: id, label: text(name(id)) }));
  return { options: [...missing, ...found], loading: isFetching, onSearch: setKeyword };
}

export function RefInput(props: RefInputProps) {
  const { id, to, localised = false, required, emptyIsAll, value, onChange } = props;
  const t = useT('grid');
  const picked = value === undefined || value === null || value === '' ? [] : [String(value)];
  const { options, loading, onSearch } = useChoices(to, picked, localised);
  return (
    <Choice
      {...(id && { id })}
      required={required}
      placeholder={emptyIsAll && t('emptyIsAll')}
      showSearch={{ filterOption: false, onSearch }}
      loading={loading}
      value={picked[0]}
      onChange={onChange}
      options={options}
    />
  );
}

/** An option that may not be picked says why. */
const withReason = ({ label, data }: { label?: ReactNode; data: object }): ReactNode =>
  'reason' in data
    ? [label, createElement('div', { key: 'reason', className: 'option-reason' }, String(data.reason))]
    : label;

/** Several rows of another resource; what a write carries is the list of their ids. */
export function RefsInput({ id, to, localised = false, refused, value, onChange }: RefInputProps) {
  const picked = Array.isArray(value) ? value.map(String) : [];
  const { options, loading, onSearch } = useChoices(to, picked, localised);
  return (
    <Choice
      {...(id && { id })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch, autoClearSearchValue: true }}
      loading={loading}
      value={picked}
      onChange={(ids) => onChange?.((ids as string[]).toSorted())}
      options={options.map((option) => {
        const reason = refused?.(option.value);
        return reason === undefined ? option : { ...option, disabled: true, title: reason, reason };
      })}
      {...(refused && { optionRender: withReason })}
    />
  );
}
