import { type ComponentType, lazy } from 'react';
import { resources } from '../../contract/resources/index.ts';
import { type Caller, type View, type ViewProps, menu, translateIfAny } from '../kit/index.ts';

/** Every view there is: bespoke ones found by their folder, and one generic view for any other resource. */

type ViewComponent = ComponentType<ViewProps>;
const found = import.meta.glob<View>('../views/*/index.tsx', { eager: true, import: 'default' });
const generic = import.meta.glob<{ ResourceView: ComponentType<ViewProps & { resource: string }> }>(
  '../resource/ResourceView.tsx',
);

const bespoke: ReadonlyMap<string, View> = (() => {
  const map = new Map<string, View>();
  for (const view of Object.values(found)) {
    if (map.has(view.id)) throw new Error(`two views are called ${view.id}`);
    map.set(view.id, view);
  }
  return map;
})();

const components = new Map<string, ViewComponent>();

function load(id: string): () => Promise<{ default: ViewComponent }> {
  const view = bespoke.get(id);
  if (view) return view.component;
  return async () => {
    const { ResourceView } = await generic['../resource/ResourceView.tsx']!();
    const Bound: ViewComponent = (props) => <ResourceView {...props} resource={id} />;
    return { default: Bound };
  };
}

export const isView = (id: string): boolean =>
  bespoke.has(id) || (resources.has(id) && '../resource/ResourceView.tsx' in generic);

/** The component of a view, loaded when first drawn. Call only for what `isView` knows. */
export function viewComponent(id: string): ViewComponent {
  const known = components.get(id) ?? lazy(load(id));
  components.set(id, known);
  return known;
}

/** After a failed load the next attempt must fetch again. */
export const forgetComponent = (id: string): void => void components.delete(id);

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
