import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { queryClient, useT, useUserSetting } from '../../kit/index.ts';
import type { Resource } from '../../../contract/resource.ts';
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
  /** The list is as it ships, by no view and narrowed by nothing. */
  whole: boolean;
  /** The view that a fresh panel of the list begins with. */
  first: string | undefined;
  setFirst: (id: string | undefined) => void;
  show: (view: Listed | undefined) => void;
  /** Makes a view of what the list shows, or the next version of one. */
  save: (name: string, known?: SavedView, audience?: Pick<SavedView, 'roleId' | 'orgId'>) => Promise<void>;
  /** Its name and whom it is for; what it shows stays. */
  rename: (view: SavedView, name: string, audience: Pick<SavedView, 'roleId' | 'orgId'>) => Promise<void>;
  /** Moves a chip by one place, for this person alone. */
  move: (view: Listed, by: 1 | -1) => void;
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

const parseOrder = (raw: unknown): readonly string[] | undefined =>
  Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : undefined;

/** As the person ordered them; what came since is at the end. */
function inOrder(views: readonly Listed[], order: readonly string[] = []): Listed[] {
  const place = ({ id }: Listed) => (order.includes(id) ? order.indexOf(id) : order.length);
  return views.toSorted((a, b) => place(a) - place(b));
}

/** The list with one of it a place further. */
function moved(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const at = ids.indexOf(id);
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(Math.min(others.length, Math.max(0, at + by)), 0, id);
}

/** What the strip lists, in the person's order. */
function useListed(resource: Resource, order: readonly string[] | undefined): Listed[] {
  const area = useT(resource.area);
  const { data } = useQuery({
    queryKey: keyOf(resource.id),
    queryFn: () => savedViewApi.list(resource.id),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const shipped = Object.entries(resource.views).flatMap(([name, { filters }]) => {
      const shape = shippedShape(resource, name);
      // By a field that the person may not know it would be the list itself.
      if (Object.keys(shape.filters).length < Object.keys(filters).length) return [];
      return [{ id: `${SHIPPED}${name}`, name: area(`${resource.id}.views.${name}`), shape }];
    });
    const saved = (data ?? []).map((view) => ({
      id: view.id,
      name: view.name,
      shape: parseShape(resource, view.body),
      saved: view,
    }));
    return inOrder([...shipped, ...saved], order);
  }, [resource, area, data, order]);
}

/** The views of a panel's list: those that ship, the person's own, and those shared with the person. */
export function useSavedViews(panel: GridPanel, home: ViewShape): SavedViews {
  const { model } = panel;
  const { resource } = model;
  const [first, setFirst] = useUserSetting(`view:${resource.id}`, parseFirst);
  const [order, setOrder] = useUserSetting(`views:${resource.id}`, parseOrder);
  const views = useListed(resource, order);
  const id = useSyncExternalStore(model.view.subscribe, model.view.id);
  useSyncExternalStore(model.view.subscribe, model.view.columns);
  useSyncExternalStore(model.view.subscribe, model.view.by);
  useSyncExternalStore(model.formats.subscribe, model.formats.rules);
  const active = views.find((view) => view.id === id);
  const now = shapeNow(model);
  const edited = active !== undefined && !sameShape(active.shape, now);
  const whole = active === undefined && sameShape({ ...home, sort: now.sort, formats: now.formats }, now);
  const show = useCallback(
    (view: Listed | undefined) => apply(panel, view?.id, view?.shape ?? home),
    [panel, home],
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(resource.id) });
  return {
    views,
    active,
    edited,
    whole,
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
    async rename(view, name, { roleId, orgId }) {
      const { id: known, body, version } = view;
      await savedViewApi.save({ id: known, resource: resource.id, name, body, roleId, orgId, version });
      await refresh();
    },
    move: (view, by) =>
      setOrder(
        moved(
          views.map((each) => each.id),
          view.id,
          by,
        ),
      ),
    async remove(view) {
      await savedViewApi.remove(view.id);
      if (model.view.id() === view.id) model.view.open(undefined, model.view.columns());
      await refresh();
    },
  };
}
