import { type RefObject, memo, useRef } from 'react';
import type { Resource } from '../../../contract/resource.ts';
import { Icon, usePartReady, useT } from '../../kit/index.ts';
import { ownField } from '../grid/columns.ts';
import { known } from '../../kit/data/known.ts';
import { useBar } from '../ui/useBar.ts';
import { useRoving } from '../ui/useRoving.ts';
import { AnyId } from './AnyId.tsx';
import { Chip, FilterEditor } from './Chip.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { ANY_ID, type FilterValue, type Filters, withFilter } from './model.ts';
import './filters.css';

interface FilterBarProps {
  resource: Resource;
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Chips that stand there always; others come with a value. */
  always: readonly string[];
  label: (field: string) => string;
  /** What the any-id box says it looks for. */
  hint: string;
  box?: RefObject<HTMLInputElement | null>;
  /** From the box into the list: to its first row, or back to the row of before. */
  onEnter?: (first: boolean) => void;
  /** The panel follows a colour: only the way to more filters stands here. */
  quiet?: boolean;
}

/** Filters with a chip and those without; no chips where none are asked for. */
function chipsOf(resource: Resource, filters: Filters, always: readonly string[] | undefined) {
  const own = ownField(resource);
  const filterable = Object.entries(known(resource).fields).flatMap(([name, field]) =>
    field.filter && name !== own ? [name] : [],
  );
  const asked = always ? [...new Set([...always, ...Object.keys(filters)])] : [];
  const wanted = asked.filter((name) => filterable.includes(name));
  return { wanted, hidden: filterable.filter((name) => !wanted.includes(name)) };
}

/** A number is looked for among what the other filters leave; this drops them. */
function Within({ count, everywhere }: { count: number; everywhere: () => void }) {
  const t = useT('grid');
  return (
    <button
      type="button"
      className="link-button any-within"
      title={t('filter.everywhere')}
      onClick={everywhere}
    >
      {t('filter.within', { count })} ×
    </button>
  );
}

function Clear({ clear }: { clear: () => void }) {
  const t = useT('grid');
  return (
    <button
      type="button"
      className="pd-icon-button"
      aria-label={t('filter.clear')}
      title={t('filter.clear')}
      onClick={clear}
    >
      <Icon name="close" />
    </button>
  );
}

/** One line whatever its width: chips that find no room wait behind the funnel. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { resource, filters, onChange, always, label, hint, box, onEnter, quiet = false } = props;
  const t = useT('grid');
  usePartReady(FilterEditor);
  const chips = useRef<HTMLDivElement>(null);
  const isShown = useBar(chips);
  const line = useRef<HTMLDivElement>(null);
  useRoving(line);
  const { wanted, hidden } = chipsOf(resource, filters, quiet ? undefined : always);
  const folded = wanted.filter((_, at) => !isShown(at));
  const others = [...folded, ...hidden].sort((a, b) => Number(b in filters) - Number(a in filters));
  const set = (name: string) => (value: FilterValue | undefined) =>
    onChange(withFilter(filters, name, value));
  const anyId = filters[ANY_ID];
  const otherCount = Object.keys(filters).filter((name) => name !== ANY_ID).length;
  const replace = (next: Filters) => {
    onChange(next);
    // The button goes with the filters; the keyboard goes to the rows they left.
    onEnter?.(false);
  };
  return (
    <div
      ref={line}
      className={`filters${quiet ? ' filters-quiet' : ''}`}
      role="group"
      aria-label={t('filter.bar')}
    >
      <div className="chips" ref={chips}>
        {wanted.map((name) => (
          <Chip
            key={name}
            field={resource.fields[name]!}
            label={label(name)}
            value={filters[name]}
            onChange={set(name)}
          />
        ))}
      </div>
      {resource.anyId.length > 0 && !quiet && (
        <AnyId
          value={typeof anyId === 'string' ? anyId : ''}
          onChange={(value) => onChange(withFilter(filters, ANY_ID, value === '' ? undefined : value))}
          hint={hint}
          {...(box && { box })}
          {...(onEnter && { onEnter })}
        />
      )}
      {typeof anyId === 'string' && otherCount > 0 && !quiet && (
        <Within count={otherCount} everywhere={() => replace({ [ANY_ID]: anyId })} />
      )}
      {others.length > 0 && (
        <MoreFilters
          fields={resource.fields}
          names={others}
          filters={filters}
          active={others.filter((name) => name in filters).length}
          label={label}
          onChange={set}
        />
      )}
      {Object.keys(filters).length > 0 && !quiet && <Clear clear={() => replace({})} />}
    </div>
  );
});
