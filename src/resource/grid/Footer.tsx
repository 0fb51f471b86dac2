import { type ReactNode, useSyncExternalStore } from 'react';
import { Icon, formatCount, part, usePartReady, useT } from '../../kit/index.ts';
import type { GridModel } from './model.ts';
import type { Selection, SelectionState } from './selection.ts';
import { Stale } from './Stale.tsx';
import { Sums } from './Sums.tsx';
import { useRangeFigures } from './useRangeFigures.ts';
import { useTotals } from './useTotals.ts';

const RangeSums = part(async () => ({ default: (await import('./RangeSums.tsx')).RangeSums }));

/** How many rows wait behind it; pressed, it reads the list anew. */
function Fresh({ waiting, refresh }: { waiting: number; refresh: () => void }) {
  const t = useT('grid');
  const count = formatCount(waiting);
  return (
    <button
      type="button"
      className="link-button grid-everything"
      aria-label={t('fresh', { count })}
      title={t('freshHint')}
      onClick={refresh}
    >
      <span>{t('fresh', { count })} ↑</span>
      <span>{count} ↑</span>
    </button>
  );
}

interface ChosenProps {
  selection: Selection;
  mode: SelectionState['mode'];
  chosen: number;
  total: number;
  /** The total as the line writes it. */
  all: string;
}

/** How many rows are chosen, the way to choose all that match and the way back to none. */
function Chosen({ selection, mode, chosen, total, all }: ChosenProps) {
  const t = useT('grid');
  return (
    <>
      {mode === 'some' && chosen < total && (
        <button
          type="button"
          className="link-button grid-everything"
          aria-label={t('select.everything', { count: all })}
          onClick={() => selection.all()}
        >
          <span>{t('select.everything', { count: all })}</span>
          <span>{t('select.everythingShort', { count: all })}</span>
        </button>
      )}
      <button
        type="button"
        className="link-button"
        title={t('select.clear')}
        onClick={() => selection.clear()}
      >
        {mode === 'all'
          ? t('select.allMatching', { count: formatCount(chosen) })
          : t('select.count', { count: formatCount(chosen) })}
      </button>
    </>
  );
}

interface FooterProps {
  model: GridModel;
  visible: boolean;
  /** Sums shown with their label; an amount that comes first is bare. */
  sums?: readonly string[];
  label: (field: string) => string;
  /** Stands where the sums would. */
  children?: ReactNode;
}

/** The line under a grid: how many match, sums per currency, what waits and what is chosen. */
export function Footer({ model, visible, label, sums = model.resource.totals, children }: FooterProps) {
  const t = useT('grid');
  const state = useSyncExternalStore(model.subscribe, model.state);
  const selection = useSyncExternalStore(model.selection.subscribe, model.selection.state);
  const { totals, isFetching, isError, ...passed } = useTotals(model, visible && children === undefined);
  const cells = useRangeFigures(model);
  const isRangeReady = usePartReady(RangeSums);
  const chosen = model.selection.count(state.total);
  const about = state.totalIs === 'exact' ? '' : state.totalIs === 'capped' ? '≥ ' : '≈ ';
  const all = `${about}${formatCount(state.total)}`;
  const waiting = Math.max(state.fresh, passed.entered);
  const left = Math.max(state.left, passed.left);
  const refused = state.refusal !== undefined;
  const late = totals?.late === true || isError;
  return (
    <footer className={`grid-foot pd-number${chosen > 0 ? ' grid-foot-chosen' : ''}`}>
      <span className="pd-muted" role="status">
        {!refused && (state.loading ? t('loading') : t('match', { count: all }))}
      </span>
      {cells && isRangeReady && <RangeSums {...cells} />}
      {refused || cells
        ? undefined
        : (children ?? (
            <Sums list={totals?.byCurrency ?? []} sums={sums} label={label} late={late} busy={isFetching} />
          ))}
      {(children === undefined || refused || cells) && <span className="grow" />}
      {visible && state.staleSince !== undefined && <Stale since={state.staleSince} />}
      {left > 0 && <span className="pd-muted">{t('left', { count: formatCount(left) })}</span>}
      {state.frozen && (
        <button type="button" className="link-button" onClick={() => model.setFrozen(false)}>
          <Icon name="pause" size={12} /> {t('frozen')}
        </button>
      )}
      {waiting > 0 && <Fresh waiting={waiting} refresh={() => model.refresh()} />}
      {chosen > 0 && (
        <Chosen
          selection={model.selection}
          mode={selection.mode}
          chosen={chosen}
          total={state.total}
          all={all}
        />
      )}
    </footer>
  );
}
