import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { Icon, Key, preferences, serverNow, useT } from '../../kit/index.ts';
import { Popover, PopoverItem } from '../ui/Popover.tsx';
import { describeFilter } from './describe.ts';
import { FilterEditor } from './editors.tsx';
import { ANY_ID, type FilterValue, type Filters, withFilter } from './model.ts';
import { useLabels } from './useOptions.ts';
import './filters.css';

interface ChipProps {
  field: Field;
  label: string;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

function Chip({ field, label, value, onChange }: ChipProps) {
  const t = useT('grid');
  const ids = field.kind === 'ref' && Array.isArray(value) ? value.map(String) : [];
  const name = useLabels(field.kind === 'ref' ? field.to : '', ids);
  const said = describeFilter(field, value, { t, zone: preferences().timeZone, now: serverNow(), name });
  return (
    <span className={`chip${value === undefined ? '' : ' chip-set'}`}>
      <Popover
        className="chip-face"
        title={`${label}: ${said}`}
        face={
          <>
            <span className="pd-muted">{label}</span>
            <b>{said}</b>
          </>
        }
      >
        {(close) => (
          <>
            <FilterEditor field={field} value={value} onChange={onChange} close={close} />
            {value !== undefined && (
              <div className="pop-foot">
                <button
                  type="button"
                  className="pd-button"
                  onClick={() => {
                    onChange(undefined);
                    close();
                  }}
                >
                  {t('clear')}
                </button>
              </div>
            )}
          </>
        )}
      </Popover>
    </span>
  );
}

const TYPING_MS = 300;

function AnyId({
  value,
  onChange,
  box,
  hint,
}: {
  value: string;
  onChange: (value: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  hint: string;
}) {
  const [text, setText] = useState(value);
  const t = useT('grid');
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <span className="any-id">
      <input
        ref={box}
        className="pd-input"
        type="search"
        aria-label={hint}
        placeholder={hint}
        title={t('filter.focus')}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text.trim());
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {text === '' && <Key keys="/" />}
    </span>
  );
}

interface FilterBarProps {
  resource: Resource;
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Chips that stand there always; others come through the menu or with a value. */
  always: readonly string[];
  label: (field: string) => string;
  /** What the any-id box says it looks for. */
  hint: string;
  box?: RefObject<HTMLInputElement | null>;
  /** The panel follows a colour: only the way to more filters stands here. */
  quiet?: boolean;
}

export function FilterBar({
  resource,
  filters,
  onChange,
  always,
  label,
  hint,
  box,
  quiet = false,
}: FilterBarProps) {
  const t = useT('grid');
  const [opened, setOpened] = useState<readonly string[]>([]);
  const filterable = Object.keys(resource.fields).filter((name) => resource.fields[name]!.filter);
  const shown = quiet
    ? opened
    : [...new Set([...always, ...opened, ...Object.keys(filters)])].filter((name) =>
        filterable.includes(name),
      );
  const hidden = filterable.filter((name) => !shown.includes(name));
  const set = (name: string) => (value: FilterValue | undefined) =>
    onChange(withFilter(filters, name, value));
  const anyId = filters[ANY_ID];
  const setAnyId = (value: string) => onChange(withFilter(filters, ANY_ID, value === '' ? undefined : value));
  return (
    <div className="filters" role="search" aria-label={t('filter.bar')}>
      {shown.map((name) => (
        <Chip
          key={name}
          field={resource.fields[name]!}
          label={label(name)}
          value={filters[name]}
          onChange={set(name)}
        />
      ))}
      {resource.anyId.length > 0 && !quiet && (
        <AnyId
          value={typeof anyId === 'string' ? anyId : ''}
          onChange={setAnyId}
          hint={hint}
          {...(box && { box })}
        />
      )}
      {hidden.length > 0 && (
        <Popover className="pd-icon-button" label={t('filter.add')} role="menu" face={<Icon name="filter" />}>
          {(close) =>
            hidden.map((name) => (
              <PopoverItem
                key={name}
                onClick={() => {
                  setOpened([...opened, name]);
                  close();
                }}
              >
                {label(name)}
              </PopoverItem>
            ))
          }
        </Popover>
      )}
      {Object.keys(filters).length > 0 && !quiet && (
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('filter.clear')}
          title={t('filter.clear')}
          onClick={() => {
            setOpened([]);
            onChange({});
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
