import { useSyncExternalStore } from 'react';
import { type CallError, type LinkContext, State, caller, middle, useT } from '../../kit/index.ts';
import type { Resource } from '../../../contract/resource.ts';
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

/** Lists whose rows a data scope opens. */
const BY_DATA_SCOPE: ReadonlySet<Resource['scope']> = new Set([
  'merchantId',
  'merchantStaff',
  'id',
  'org',
  'person',
]);

/** Nothing matches: because of a filter that can be cleared, of what the list follows, or at all. */
function Nothing({ model, linked, title = '', onCleared }: Omit<GridStateProps, 'label'>) {
  const t = useT('grid');
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  const name = linked ? followedName(filters, linked) : undefined;
  if (name !== undefined) {
    const followed = { name, title: title.charAt(0).toLowerCase() + title.slice(1) };
    return <State kind="empty" text={name === '' ? t('empty.none') : t('empty.linked', followed)} />;
  }
  // A part of the list may be empty whatever its filters are.
  if (!model.isWhole && !model.source.tree) return <State kind="empty" text={t('empty.part')} />;
  const filtered = Object.keys(filters).length > 0;
  if (!filtered && caller().profile.ownRowsOnly && BY_DATA_SCOPE.has(model.resource.scope))
    return <State kind="empty" text={t('empty.self')} />;
  return (
    <State
      kind="empty"
      text={t(filtered ? 'empty.filtered' : 'empty.none')}
      hint={filtered && <ClearFilters model={model} onCleared={onCleared} />}
    />
  );
}

/** Ways to ask for less than what was refused as too much. */
function Narrower({ model, label }: Pick<GridStateProps, 'model' | 'label'>) {
  const t = useT('grid');
  const { filters, sort } = useSyncExternalStore(model.subscribe, model.state);
  const { deep, fields, sort: usual } = model.resource;
  return (
    <span className="grid-ways">
      {'createdAt' in fields && (
        <button
          type="button"
          className="pd-button"
          onClick={() => model.setFilters({ ...filters, createdAt: { relative: 'today' } })}
        >
          {t('narrow.today')}
        </button>
      )}
      {deep && !deep.sorts.includes(sort.field) && (
        <button type="button" className="pd-button" onClick={() => model.setSort(usual)}>
          {t('narrow.sort', { field: label(usual.field) })}
        </button>
      )}
    </span>
  );
}

interface RefusedProps extends Pick<GridStateProps, 'model' | 'label' | 'onCleared'> {
  refusal: CallError;
}

/** The list did not come: it is too much, nothing for this person, or broken. */
function Refused({ model, refusal, label, onCleared }: RefusedProps) {
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  const narrow = refusal.errorCode === 'narrowFilter' || refusal.errorCode === 'narrowSort';
  // A filter from an older address or layout may ask for what there is no more: to try again cannot help.
  const wrong = refusal.errorCode === 'validation' && Object.keys(filters).length > 0;
  return (
    <State
      kind={refusal.code === 403 ? 'forbidden' : narrow ? 'empty' : 'error'}
      text={refusal.message}
      {...(refusal.traceId && { traceId: refusal.traceId })}
      {...(!narrow && !wrong && refusal.code !== 403 && { retry: () => model.refresh() })}
      hint={
        wrong ? (
          <ClearFilters model={model} onCleared={onCleared} />
        ) : (
          narrow && <Narrower model={model} label={label} />
        )
      }
    />
  );
}

/** The states of a grid, in its place: nothing matches, refused, not allowed, broken. */
export function GridState({ model, label, onCleared, ...followed }: GridStateProps) {
  const { refusal, total, loading } = useSyncExternalStore(model.subscribe, model.state);
  if (!refusal && (loading || total > 0)) return null;
  return (
    <div className="grid-cover">
      {refusal ? (
        <Refused model={model} refusal={refusal} label={label} onCleared={onCleared} />
      ) : (
        <Nothing model={model} onCleared={onCleared} {...followed} />
      )}
    </div>
  );
}
