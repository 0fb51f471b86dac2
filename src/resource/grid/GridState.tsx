import { useSyncExternalStore } from 'react';
import { State, useT } from '../../kit/index.ts';
import type { GridModel } from './model.ts';

/** The states of a grid, in its place: nothing matches, refused, not allowed, broken. */
export function GridState({ model, label }: { model: GridModel; label: (field: string) => string }) {
  const t = useT('grid');
  const { refusal, total, loading, filters, sort } = useSyncExternalStore(model.subscribe, model.state);
  if (!refusal) {
    if (loading || total > 0) return null;
    const filtered = Object.keys(filters).length > 0;
    return (
      <div className="grid-cover">
        <State
          kind="empty"
          text={t(filtered ? 'empty.filtered' : 'empty.none')}
          hint={
            filtered && (
              <button type="button" className="pd-button" onClick={() => model.setFilters({})}>
                {t('empty.clear')}
              </button>
            )
          }
        />
      </div>
    );
  }
  const narrow = refusal.errorCode === 'narrowFilter' || refusal.errorCode === 'narrowSort';
  const deep = model.resource.deep;
  return (
    <div className="grid-cover">
      <State
        kind={refusal.code === 403 ? 'forbidden' : narrow ? 'empty' : 'error'}
        text={refusal.message}
        {...(refusal.traceId && { traceId: refusal.traceId })}
        {...(!narrow && refusal.code !== 403 && { retry: () => model.refresh() })}
        hint={
          narrow && (
            <span className="grid-ways">
              {'createdAt' in model.resource.fields && (
                <button
                  type="button"
                  className="pd-button"
                  onClick={() => model.setFilters({ ...filters, createdAt: { relative: 'today' } })}
                >
                  {t('narrow.today')}
                </button>
              )}
              {deep && !deep.sorts.includes(sort.field) && (
                <button
                  type="button"
                  className="pd-button"
                  onClick={() => model.setSort(model.resource.sort)}
                >
                  {t('narrow.sort', { field: label(model.resource.sort.field) })}
                </button>
              )}
            </span>
          )
        }
      />
    </div>
  );
}
