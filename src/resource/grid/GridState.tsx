import { useSyncExternalStore } from 'react';
import { type LinkContext, State, middle, useT } from '../../kit/index.ts';
import type { Filters } from '../filters/model.ts';
import type { GridModel } from './model.ts';

interface GridStateProps {
  model: GridModel;
  label: (field: string) => string;
  /** What the list follows, if anything, and what it is a list of. */
  linked?: LinkContext | null;
  title?: string;
  /** The button that was pressed goes with what it cleared. */
  onCleared: () => void;
}

function ClearFilters({ model, onCleared }: Pick<GridStateProps, 'model' | 'onCleared'>) {
  const t = useT('grid');
  const clear = () => {
    model.setFilters({});
    onCleared();
  };
  return (
    <button type="button" className="pd-button" onClick={clear}>
      {t('empty.clear')}
    </button>
  );
}

/** What the list follows by its name; undefined where the person narrowed it further. */
function followedName(filters: Filters, { orderNo, resource, label }: LinkContext): string | undefined {
  if (Object.keys(filters).some((name) => name !== 'orderNo' && name !== 'merchantId')) return undefined;
  if ('orderNo' in filters && orderNo) return middle(orderNo, 5, 4);
  return (resource === 'merchant' && label) || '';
}

/** The states of a grid, in its place: nothing matches, refused, not allowed, broken. */
export function GridState({ model, label, linked, title = '', onCleared }: GridStateProps) {
  const t = useT('grid');
  const { refusal, total, loading, filters, sort } = useSyncExternalStore(model.subscribe, model.state);
  if (!refusal) {
    if (loading || total > 0) return null;
    const filtered = Object.keys(filters).length > 0;
    const name = linked ? followedName(filters, linked) : undefined;
    if (name !== undefined)
      return (
        <div className="grid-cover">
          <State
            kind="empty"
            text={
              name === ''
                ? t('empty.none')
                : t('empty.linked', { name, title: title.charAt(0).toLowerCase() + title.slice(1) })
            }
          />
        </div>
      );
    return (
      <div className="grid-cover">
        <State
          kind="empty"
          text={t(filtered ? 'empty.filtered' : 'empty.none')}
          hint={filtered && <ClearFilters model={model} onCleared={onCleared} />}
        />
      </div>
    );
  }
  const narrow = refusal.errorCode === 'narrowFilter' || refusal.errorCode === 'narrowSort';
  const deep = model.resource.deep;
  // A filter from an older address or layout may ask for what there is no more: to try again cannot help.
  const wrong = refusal.errorCode === 'validation' && Object.keys(filters).length > 0;
  return (
    <div className="grid-cover">
      <State
        kind={refusal.code === 403 ? 'forbidden' : narrow ? 'empty' : 'error'}
        text={refusal.message}
        {...(refusal.traceId && { traceId: refusal.traceId })}
        {...(!narrow && !wrong && refusal.code !== 403 && { retry: () => model.refresh() })}
        hint={
          wrong ? (
            <ClearFilters model={model} onCleared={onCleared} />
          ) : (
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
          )
        }
      />
    </div>
  );
}
