import type { ComponentType } from 'react';
import { resources } from '../../contract/resources/index.ts';
import { type Caller, type View, type ViewProps, menu, part, translateIfAny } from '../kit/index.ts';

/** Every view there is: bespoke ones, and one generic view for any other resource. The application brings them. */

type ViewComponent = ComponentType<ViewProps>;
type GenericView = ComponentType<ViewProps & { resource: string }>;

const bespoke = new Map<string, View>();
let generic: (() => Promise<GenericView>) | undefined;

/** Makes views known; `anyResource` draws the resources that have none of their own. Returns its undo. */
export function provideViews(views: readonly View[], anyResource: () => Promise<GenericView>): () => void {
  for (const view of views) {
    if (bespoke.has(view.id)) throw new Error(`two views are called ${view.id}`);
    bespoke.set(view.id, view);
  }
  generic = anyResource;
  return () => {
    for (const view of views) bespoke.delete(view.id);
    generic = undefined;
  };
}

const components = new Map<string, ViewComponent>();

function load(id: string): () => Promise<{ default: ViewComponent }> {
  const view = bespoke.get(id);
  if (view) return view.component;
  return async () => {
    const Generic = await generic!();
    const Bound: ViewComponent = (props) => <Generic {...props} resource={id} />;
    return { default: Bound };
  };
}

export const isView = (id: string): boolean =>
  bespoke.has(id) || (resources.has(id) && generic !== undefined);

/** The view shows what its colour is on, whatever it was opened with. */
export const follows = (id: string): boolean => bespoke.get(id)?.follows === true;

/** Each tab of the view is of something else, named by its arguments. */
export const isApart = (id: string): boolean => bespoke.get(id)?.apart === true;

/** The component of a view, loaded when first drawn. Call only for what `isView` knows. */
export function viewComponent(id: string): ViewComponent {
  const known = components.get(id) ?? part(load(id));
  components.set(id, known);
  return known;
}

export function mayOpen(id: string, { can }: Pick<Caller, 'can'>): boolean {
  const view = bespoke.get(id);
  const needed = view ? view.permission : `${id}:page`;
  return needed === undefined || can(needed);
}

/** What a view is called in the current language. */
export function viewTitle(id: string): string {
  const entry = menu.byName(id);
  if (entry) return menu.title(entry);
  const area = resources.get(id)?.area;
  return (area && translateIfAny(`${area}:${id}.title`)) ?? translateIfAny(`workspace:view.${id}`) ?? id;
}
