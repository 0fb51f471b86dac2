import { useEffect, useRef, useState } from 'react';
import type { Field, Fields } from '../../../contract/field.ts';
import { Icon, useT, Popover } from '../../kit/index.ts';
import { ChipEditor, useValueText } from './Chip.tsx';
import type { FilterValue, Filters } from './model.ts';

interface MoreFiltersProps {
  fields: Fields;
  /** Filters without a chip in sight. */
  names: readonly string[];
  filters: Filters;
  /** How many of them are set. */
  active: number;
  label: (field: string) => string;
  onChange: (name: string) => (value: FilterValue | undefined) => void;
}

function Item(props: { field: Field; label: string; value: FilterValue | undefined; pick: () => void }) {
  const text = useValueText(props.field, props.value);
  return (
    <button type="button" role="menuitem" className="pop-item" tabIndex={-1} onClick={props.pick}>
      {props.label}
      {props.value !== undefined && <b className="pop-value">{text}</b>}
    </button>
  );
}

function Choices({ close, ...props }: MoreFiltersProps & { close: () => void }) {
  const { fields, names, filters, label, onChange } = props;
  const t = useT('grid');
  const [picked, setPicked] = useState<string>();
  const editor = useRef<HTMLDivElement>(null);
  // What was pressed is gone: without a new place the focus would fall to the page, where letters are commands.
  useEffect(() => {
    if (picked !== undefined)
      editor.current?.querySelector<HTMLElement>('[data-first],input,button')?.focus();
  }, [picked]);
  if (picked === undefined)
    return names.map((name) => (
      <Item
        key={name}
        field={fields[name]!}
        label={label(name)}
        value={filters[name]}
        pick={() => setPicked(name)}
      />
    ));
  return (
    <>
      <header className="pop-head">
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('filter.back')}
          title={t('filter.back')}
          onClick={({ currentTarget }) => {
            const menu = currentTarget.closest<HTMLElement>('[popover]');
            setPicked(undefined);
            menu?.focus();
          }}
        >
          <Icon name="undo" size={14} />
        </button>
        <b>{label(picked)}</b>
      </header>
      <div ref={editor}>
        <ChipEditor
          field={fields[picked]!}
          value={filters[picked]}
          onChange={onChange(picked)}
          close={close}
        />
      </div>
    </>
  );
}

/** Filters that have no chip or whose chip has no room: picked and set in one place. */
export function MoreFilters(props: MoreFiltersProps) {
  const t = useT('grid');
  const { active } = props;
  return (
    <Popover
      className={`pd-icon-button more-filters${active > 0 ? ' more-filters-set' : ''}`}
      // What is read out says what is seen.
      label={`${t('filter.add')}${active > 0 ? ` +${active}` : ''}`}
      role="menu"
      face={
        <>
          <Icon name="filter" />
          {active > 0 && <span className="pd-number">+{active}</span>}
        </>
      }
    >
      {(close) => <Choices {...props} close={close} />}
    </Popover>
  );
}
