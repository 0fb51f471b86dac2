import { Suspense } from 'react';
import { isExclusion } from '../../../contract/exclusion.ts';
import type { Field } from '../../../contract/field.ts';
import { Popover, part, preferences, serverNow, useT } from '../../kit/index.ts';
import { describeFilter } from './describe.ts';
import type { FilterValue } from './model.ts';
import { useLabels } from '../../kit/inputs/useOptions.ts';

// They come as soon as the list is there: the list itself does not wait for them.
export const FilterEditor = part(async () => ({ default: (await import('./editors.tsx')).FilterEditor }));

/** What a filter says of itself. */
export function useValueText(field: Field, value: FilterValue | undefined): string {
  const t = useT('grid');
  const list = isExclusion(value) ? value.not : value;
  const ids = field.kind === 'ref' && Array.isArray(list) ? list.map(String) : [];
  const name = useLabels(field.kind === 'ref' ? field.to : '', ids);
  return describeFilter(field, value, { t, zone: preferences().timeZone, now: serverNow(), name });
}

interface ChipProps {
  field: Field;
  label: string;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

/** The editor of one filter, and the way to drop it. */
export function ChipEditor({
  field,
  value,
  onChange,
  close,
}: Omit<ChipProps, 'label'> & { close: () => void }) {
  const t = useT('grid');
  return (
    <>
      <Suspense fallback={null}>
        <FilterEditor field={field} value={value} onChange={onChange} close={close} />
      </Suspense>
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
  );
}

/** A filter in the bar: its name and what it is set to; a press opens its editor. */
export function Chip({ field, label, value, onChange }: ChipProps) {
  const text = useValueText(field, value);
  return (
    <span className="chip" data-set={value !== undefined}>
      <Popover
        className="chip-face"
        title={`${label}: ${text}`}
        face={
          <>
            <span className="pd-muted">{label}</span>
            <b>{text}</b>
          </>
        }
      >
        {(close) => <ChipEditor field={field} value={value} onChange={onChange} close={close} />}
      </Popover>
    </span>
  );
}
