import type { GridModel } from '../grid/model.ts';

/** The list begins again under the same filters. */
const reread = (model: GridModel): void => model.setFilters({ ...model.state().filters });

/** Groups the list by these fields, and shows all of its rows. */
export function groupList(model: GridModel, by: readonly string[]): void {
  model.view.groupBy(by);
  reread(model);
}

/** Shows the rows of one group; without filters those of all. */
export function showGroup(model: GridModel, filters: Readonly<Record<string, unknown>>): void {
  model.view.openGroup(filters);
  reread(model);
}
