import { createElement, type ReactNode, useState } from 'react';
import type { RefField } from '../../../contract/field.ts';
import { localisedTitle } from '../data/menu.ts';
import { useT } from '../i18n/i18n.ts';
import { type InputProps, controlProps } from './input.ts';
import { PickList } from './PickList.tsx';
import { type Option, useLabels, useOptions } from './useOptions.ts';

export interface RefsInputProps extends InputProps {
  /** The resource whose rows are picked. */
  to: string;
  /** Why one may not be picked; it is greyed. */
  refused?: ((id: string) => string | undefined) | undefined;
}

/**
 * Rows to pick from by typing. While something is typed only what matches it is listed, what is picked already last:
 * the first match is the one that Enter picks.
 */
function useChoices(to: string, picked: readonly string[], localised: boolean) {
  const [keyword, setKeyword] = useState('');
  const { data = [], isFetching } = useOptions(to, keyword);
  const name = useLabels(to, picked);
  const text = (label: string) => (localised ? localisedTitle(label) : label);
  const found = data.map(({ value, label }) => ({ value, label: text(label) }));
  const isPicked = ({ value }: Option) => picked.includes(value);
  const nameOf = (id: string) => found.find(({ value }) => value === id)?.label ?? text(name(id));
  const missing = picked
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: nameOf(id) }));
  const matching = [...found.filter((option) => !isPicked(option)), ...found.filter(isPicked)];
  return {
    keyword,
    setKeyword,
    props: {
      options: keyword === '' ? [...missing, ...found] : matching,
      loading: isFetching,
      showSearch: { filterOption: false, searchValue: keyword, onSearch: setKeyword },
      // A picked row keeps its name while the list shows others.
      labelRender: ({ value }: { value: string | number }) => nameOf(String(value)),
    },
  };
}

/** One row of another resource; what a write carries is its id. */
export function RefInput(props: InputProps<RefField>) {
  const { field, value, onChange } = props;
  const t = useT('grid');
  const picked = value === undefined || value === null || value === '' ? [] : [String(value)];
  const { props: choices } = useChoices(field.to, picked, field.localised === true);
  return (
    <PickList
      {...controlProps(props)}
      {...choices}
      required={field.required}
      placeholder={field.emptyIsAll && t('emptyIsAll')}
      value={picked[0]}
      onChange={onChange}
    />
  );
}

/** An option that may not be picked says why. */
const withReason = ({ label, data }: { label?: ReactNode; data: object }): ReactNode =>
  'reason' in data
    ? [label, createElement('div', { key: 'reason', className: 'option-reason' }, String(data.reason))]
    : label;

/** Several rows of another resource; what a write carries is the list of their ids. */
export function RefsInput(props: RefsInputProps) {
  const { field, to, refused, value, onChange } = props;
  const picked = Array.isArray(value) ? value.map(String) : [];
  const { keyword, setKeyword, props: choices } = useChoices(to, picked, field.localised === true);
  const options = choices.options.map((option) => {
    const reason = refused?.(option.value);
    return reason === undefined ? option : { ...option, disabled: true, title: reason, reason };
  });
  const canPick = options.some((option) => !('reason' in option) && !picked.includes(option.value));
  return (
    <PickList
      {...controlProps(props)}
      {...choices}
      mode="multiple"
      options={options}
      // Enter takes nothing away: a picked row is active only once the arrow keys have gone to it.
      defaultActiveFirstOption={keyword !== '' && canPick}
      value={picked}
      onChange={(ids) => {
        setKeyword('');
        onChange?.((ids as string[]).toSorted());
      }}
      {...(refused && { optionRender: withReason })}
    />
  );
}
