import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { queryClient, useT, useUserSetting } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import { showColumns } from '../grid/columnState.ts';
import type { GridPanel } from '../grid/usePanel.ts';
import { type SavedView, savedViewApi } from './api.ts';
import { type ViewShape, parseShape, sameShape, shippedShape } from './shape.ts';

/** One chip of the strip. */
export interface Listed {
  id: string;
  name: string;
  shape: ViewShape;
  /** Absent for a view that ships. */
  saved?: SavedView;
}

export interface SavedViews {
  views: readonly Listed[];
  active: Listed | undefined;
  /** The list is no longer as its view says. */
  edited: boolean;
  /** The view that a fresh panel of the list begins with. */
  first: string | undefined;
  setFirst: (id: string | undefined) => void;
  show: (view: Listed | undefined) => void;
  /** Makes a view of what the list shows, or the next version of one. */
  save: (name: string, known?: SavedView, audience?: Pick<SavedView, 'roleId' | 'orgId'>) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
}

const SHIPPED = 'shipped:';

const keyOf = (resource: string) => ['savedView', resource];
const parseFirst = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined);

function shapeNow(model: GridModel): ViewShape {
  const { filters, sort } = model.state();
  return {
    filters,
    sort,
    columns: model.view.columns(),
    formats: model.formats.rules(),
    by: model.view.by(),
  };
}

/** Everything the list is by a view, in the place of what it was. */
function apply({ model, handle }: GridPanel, id: string | undefined, shape: ViewShape): void {
  model.view.open(id, shape.columns);
  model.view.groupBy(shape.by);
  model.formats.set(shape.formats);
  model.setSort(shape.sort);
  model.setFilters(shape.filters);
  if (handle.current) showColumns(handle.current, model.resource, shape.sort);
}

/** The views of a panel's list: those that ship, the person's own, and those shared with the person. */
export function useSavedViews(panel: GridPanel, home: ViewShape): SavedViews {
  const { model } = panel;
  const { resource } = model;
  const area = useT(resource.area);
  const [first, setFirst] = useUserSetting(`view:${resource.id}`, parseFirst);
  const { data } = useQuery({
    queryKey: keyOf(resource.id),
    queryFn: () => savedViewApi.list(resource.id),
    staleTime: 60_000,
  });
  const views = useMemo(
    (): Listed[] => [
      ...Object.entries(resource.views).flatMap(([name, { filters }]) => {
        const shape = shippedShape(resource, name);
        // By a field that the person may not know it would be the list itself.
        if (Object.keys(shape.filters).length < Object.keys(filters).length) return [];
        return [{ id: `${SHIPPED}${name}`, name: area(`${resource.id}.views.${name}`), shape }];
      }),
      ...(data ?? []).map((saved) => ({
        id: saved.id,
        name: saved.name,
        shape: parseShape(resource, saved.body),
        saved,
      })),
    ],
    [resource, area, data],
  );
  const id = useSyncExternalStore(model.view.subscribe, model.view.id);
  useSyncExternalStore(model.view.subscribe, model.view.columns);
  useSyncExternalStore(model.view.subscribe, model.view.by);
  useSyncExternalStore(model.formats.subscribe, model.formats.rules);
  const active = views.find((view) => view.id === id);
  const edited = active !== undefined && !sameShape(active.shape, shapeNow(model));
  const show = useCallback(
    (view: Listed | undefined) => apply(panel, view?.id, view?.shape ?? home),
    [panel, home],
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(resource.id) });
  return {
    views,
    active,
    edited,
    first,
    setFirst: (next) => setFirst(next),
    show,
    async save(name, known, audience) {
      const body = JSON.stringify(shapeNow(model));
      const { roleId, orgId } = audience ?? known ?? { roleId: null, orgId: null };
      const { id: saved } = await savedViewApi.save({
        ...(known && { id: known.id }),
        resource: resource.id,
        name,
        body,
        roleId,
        orgId,
        version: known?.version ?? 0,
      });
      await refresh();
      model.view.open(saved, model.view.columns());
    },
    async remove(view) {
      await savedViewApi.remove(view.id);
      if (model.view.id() === view.id) model.view.open(undefined, model.view.columns());
      await refresh();
    },
  };
}
