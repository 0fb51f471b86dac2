/** The parts of a stored layout, as the workspace writes them. */
export const tabset = (...ids: string[]) => ({
  type: 'tabset',
  weight: 50,
  children: ids.map((id) => ({ type: 'tab', id })),
});

export const panel = (view: string) => ({ view, version: 1, args: {}, state: null });

export const envelope = (children: unknown, panels: Record<string, unknown>, rest: object = {}) =>
  JSON.stringify({
    schema: 2,
    id: '',
    name: 'Planted',
    layout: { layout: { type: 'row', children }, subLayouts: {} },
    links: {},
    panels,
    ...rest,
  });

/** One panel of a view and nothing beside it. */
export const alone = (view: string) => envelope([tabset('alone')], { alone: panel(view) });
