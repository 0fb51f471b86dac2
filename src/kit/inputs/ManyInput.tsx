import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { DictField, RefField } from '../../../contract/field.ts';
import { useDict } from '../data/dict.ts';
import { useT } from '../i18n/i18n.ts';
import { DictTag } from '../ui/DictTag.tsx';
import { State } from '../ui/State.tsx';
import { VirtualList } from '../ui/VirtualList.tsx';
import { useOptions } from './useOptions.ts';

type Item = string | number;
type List = readonly Item[];

interface ManyProps<F> {
  field: F;
  value: List | undefined;
  /** Gets undefined once nothing is ticked. */
  onChange: (value: List | undefined) => void;
  /** Enter ticks and is done; Space ticks and stays. */
  onEnter: () => void;
}

const has = (list: List, item: Item): boolean => list.some((each) => String(each) === String(item));

function toggled(list: List, item: Item, on: boolean): List | undefined {
  const next = on ? [...list, item] : list.filter((each) => String(each) !== String(item));
  return next.length > 0 ? next : undefined;
}

interface TickProps extends Omit<ManyProps<unknown>, 'field'> {
  item: Item;
  children: ReactNode;
}

function Tick({ item, value = [], onChange, onEnter, children }: TickProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.currentTarget.checked) event.currentTarget.click();
    onEnter();
  };
  return (
    <label className="pop-choice">
      <input
        type="checkbox"
        className="grid-check"
        checked={has(value, item)}
        onChange={({ target }) => onChange(toggled(value, item, target.checked))}
        onKeyDown={onKeyDown}
      />
      {children}
    </label>
  );
}

function DictItems({ field, ...rest }: ManyProps<DictField>) {
  const { dict } = field;
  const isCurrency = dict === 'currency';
  return (
    <VirtualList
      className="pop-list"
      items={useDict(dict)}
      keyOf={({ value }) => String(value)}
      textOf={({ value, label }) => (isCurrency ? String(value) : label)}
      walk
    >
      {({ value, label }) => (
        <Tick item={value} {...rest}>
          {isCurrency ? `${value}` : <DictTag dict={dict} value={value} />}
          {isCurrency && <span className="pd-muted">{label}</span>}
        </Tick>
      )}
    </VirtualList>
  );
}

function RefItems({ field, ...rest }: ManyProps<RefField>) {
  const { value = [], onChange, onEnter } = rest;
  const t = useT('grid');
  const [keyword, setKeyword] = useState('');
  const asked = useDeferredValue(keyword);
  const { data, isPending, isError, refetch } = useOptions(field.to, asked);
  // Enter may be faster than the answer: it means the first of what is found for the current text.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || asked !== keyword || !data) return;
    setWanted(false);
    const first = data[0];
    if (!first) return;
    if (!has(value, first.value)) onChange(toggled(value, first.value, true));
    onEnter();
  }, [wanted, asked, keyword, data, value, onChange, onEnter]);
  return (
    <>
      <input
        className="pd-input pop-search"
        data-first
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={keyword}
        onChange={({ target }) => {
          setKeyword(target.value);
          setWanted(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (keyword.trim() === '') onEnter();
          else setWanted(true);
        }}
      />
      {isPending && <State kind="loading" inline />}
      {isError && <State kind="error" inline retry={() => void refetch()} />}
      {data?.length === 0 && <State kind="empty" inline />}
      {data && (
        <VirtualList className="pop-list" items={data} keyOf={(option) => option.value} walk>
          {(option) => (
            <Tick item={option.value} {...rest}>
              {option.label}
            </Tick>
          )}
        </VirtualList>
      )}
    </>
  );
}

/** Several items of a dictionary, or several rows of another resource, ticked in a list. */
export function ManyInput({ field, ...rest }: ManyProps<DictField | RefField>) {
  return field.kind === 'dict' ? <DictItems {...rest} field={field} /> : <RefItems {...rest} field={field} />;
}
