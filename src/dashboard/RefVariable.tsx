import { ref } from '../../contract/field.ts';
import type { BoardFilter } from '../kit/figures/board.ts';
import { ManyInput } from '../kit/inputs/ManyInput.tsx';
import { useLabels } from '../kit/inputs/useOptions.ts';
import { Icon, Popover, useT } from '../kit/index.ts';
import { RESOURCES } from './values.ts';

interface RefVariableProps {
  name: BoardFilter;
  ids: readonly string[];
  set: (ids: readonly string[] | undefined) => void;
}

/** Merchants, channels or upstreams that the figures are narrowed to. */
export function RefVariable({ name, ids, set }: RefVariableProps) {
  const t = useT('widgets');
  const nameOf = useLabels(RESOURCES[name], ids);
  const label = t(`variable.${name}`);
  const [first] = ids;
  const chosen = first === undefined ? '' : `${nameOf(first)}${ids.length > 1 ? ` +${ids.length - 1}` : ''}`;
  return (
    <Popover
      className="choice dash-choice"
      label={chosen ? `${label}: ${chosen}` : label}
      title={label}
      face={
        <>
          <span className={chosen ? 'dash-chosen' : 'pd-muted'}>{chosen || label}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {(close) => (
        <>
          <ManyInput
            field={ref(RESOURCES[name])}
            value={ids}
            onChange={(next) => set(next?.map(String))}
            onEnter={close}
          />
          {chosen && (
            <button type="button" className="pd-button dash-clear" onClick={() => set(undefined)}>
              {t('variable.clear')}
            </button>
          )}
        </>
      )}
    </Popover>
  );
}
