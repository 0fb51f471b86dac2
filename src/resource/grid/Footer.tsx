import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import type { Totals } from '../../../contract/calls.ts';
import { Icon, formatCount, formatMoney, useT, Popover } from '../../kit/index.ts';
import { useOverflow } from '../ui/useOverflow.ts';
import type { GridModel } from './model.ts';
import { Stale } from './Stale.tsx';
import { useTotals } from './useTotals.ts';

/** Currencies in the line itself, each whole or not at all; the others open from it. */
const SHOWN = 2;

type PerCurrency = Totals['byCurrency'][number];

function Sum({
  row,
  sums,
  label,
}: {
  row: PerCurrency;
  sums: readonly string[];
  label: (field: string) => string;
}) {
  return (
    <span>
      {sums.map((name, at) => (
        <span key={name} className={at === 0 ? '' : 'grid-sum-more'}>
          <span className={at === 0 ? '' : 'pd-muted'}>{at === 0 ? row.currency : label(name)}</span>{' '}
          <b>{formatMoney(row.sums[name], row.currency)}</b>{' '}
        </span>
      ))}
    </span>
  );
}

interface FooterProps {
  model: GridModel;
  visible: boolean;
  /** Sums shown with their label; the first one bare. */
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
  const { totals, drift, isFetching, isError } = useTotals(model, visible && children === undefined);
  const chosen = model.selection.count(state.total);
  const about = state.totalIs === 'exact' ? '' : state.totalIs === 'capped' ? '≥ ' : '≈ ';
  const all = `${about}${formatCount(state.total)}`;
  const list = totals?.byCurrency ?? [];
  const box = useRef<HTMLSpanElement>(null);
  const shown = Math.min(SHOWN, useOverflow(box));
  const waiting = Math.max(state.fresh, drift);
  const left = Math.max(state.left, -drift);
  const refused = state.refusal !== undefined;
  const late = totals?.late === true || isError;
  return (
    <footer className={`grid-foot pd-number${chosen > 0 ? ' grid-foot-chosen' : ''}`}>
      <span className="pd-muted" role="status">
        {!refused && (state.loading ? t('loading') : t('match', { count: all }))}
      </span>
      {refused
        ? undefined
        : (children ?? (
            <span
              className={`grid-sums${late ? ' grid-late' : ''}`}
              title={late ? t('late') : undefined}
              aria-busy={isFetching}
            >
              <span className="grid-currencies" ref={box}>
                {list.slice(0, SHOWN).map((row) => (
                  <Sum key={row.currency} row={row} sums={sums} label={label} />
                ))}
              </span>
              {list.length > shown && (
                <Popover className="link-button" face={`+${list.length - shown}`} title={t('allCurrencies')}>
                  {() =>
                    list.map((row) => (
                      <div key={row.currency} className="pop-choice pd-number">
                        <Sum row={row} sums={sums} label={label} />
                      </div>
                    ))
                  }
                </Popover>
              )}
              {late && <Icon name="clock" size={12} />}
            </span>
          ))}
      {(children === undefined || refused) && <span className="grow" />}
      {model.resource.live && visible && <Stale />}
      {left > 0 && <span className="pd-muted">{t('left', { count: formatCount(left) })}</span>}
      {state.frozen && (
        <button type="button" className="link-button" onClick={() => model.setFrozen(false)}>
          <Icon name="pause" size={12} /> {t('frozen')}
        </button>
      )}
      {waiting > 0 && (
        <button
          type="button"
          className="link-button grid-everything"
          aria-label={t('fresh', { count: formatCount(waiting) })}
          title={t('freshHint')}
          onClick={() => model.refresh()}
        >
          <span>{t('fresh', { count: formatCount(waiting) })} ↑</span>
          <span>{formatCount(waiting)} ↑</span>
        </button>
      )}
      {chosen > 0 && selection.mode === 'some' && chosen < state.total && (
        <button
          type="button"
          className="link-button grid-everything"
          aria-label={t('select.everything', { count: all })}
          onClick={() => model.selection.all()}
        >
          <span>{t('select.everything', { count: all })}</span>
          <span>{t('select.everythingShort', { count: all })}</span>
        </button>
      )}
      {chosen > 0 && (
        <button
          type="button"
          className="link-button"
          title={t('select.clear')}
          onClick={() => model.selection.clear()}
        >
          {selection.mode === 'all'
            ? t('select.allMatching', { count: formatCount(chosen) })
            : t('select.count', { count: formatCount(chosen) })}
        </button>
      )}
    </footer>
  );
}
