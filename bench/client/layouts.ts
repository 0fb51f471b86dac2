import type { Subject } from '../server/subject.ts';
import { type BenchPanel, COLUMNS, TWELVE } from './panels.ts';

/** Layouts as the product stores them, one for each kind of measurement. */

interface Tabset {
  type: 'tabset';
  weight: number;
  selected: number;
  children: { type: 'tab'; id: string }[];
}

const tabset = (ids: readonly string[], weight = 100): Tabset => ({
  type: 'tabset',
  weight,
  selected: 0,
  children: ids.map((id) => ({ type: 'tab', id })),
});

const column = (lines: readonly Tabset[], weight = 100) => ({ type: 'row', weight, children: lines });

function envelope(panels: readonly BenchPanel[], children: unknown[]): string {
  return JSON.stringify({
    schema: 2,
    id: '',
    name: 'bench',
    scope: 'user',
    baseVersion: 0,
    locked: false,
    layout: { layout: { type: 'row', weight: 100, children }, subLayouts: {} },
    links: { panels: {}, contexts: {} },
    panels: Object.fromEntries(
      panels.map(({ id, view }) => [id, { view, version: 1, args: {}, state: null }]),
    ),
  });
}

const inColumns = (panels: readonly BenchPanel[], columns: number) =>
  Array.from({ length: columns }, (_, at) =>
    column(panels.filter((_panel, each) => each % columns === at).map(({ id }) => tabset([id]))),
  );

const ONE: readonly BenchPanel[] = [{ id: 'orders', view: 'collectOrder' }];
const TWO: readonly BenchPanel[] = [...ONE, { id: 'funds', view: 'fundDetail' }];
const [first, ...others] = TWELVE;
const hidden = others.filter(({ view }) => view !== 'collectOrder').slice(0, 8);

const LAYOUTS = {
  /** One large grid. */
  one: envelope(ONE, [tabset(['orders'])]),
  /** Two grids behind each other. */
  two: envelope(TWO, [tabset(['orders', 'funds'])]),
  /** Six grids and six charts side by side. */
  twelve: envelope(TWELVE, inColumns(TWELVE, COLUMNS)),
  /** Twelve panels too, but one grid wide enough for the columns that change. */
  wide: envelope(TWELVE, [column([tabset([first!.id])], 560), ...inColumns(others, COLUMNS)]),
  /** Orders next to a pile of fund details and dashboards, of which one shows. */
  pile: envelope(
    [first!, { id: 'front', view: 'orderLog' }, ...hidden],
    [tabset([first!.id]), tabset(['front', ...hidden.map(({ id }) => id)])],
  ),
};

export type LayoutName = keyof typeof LAYOUTS;

const DASHBOARD = JSON.stringify({
  schema: 1,
  tiles: [
    {
      id: 'flow',
      widget: 'order-flow',
      version: 1,
      x: 0,
      y: 0,
      w: 24,
      h: 7,
      settings: { linked: false, currency: 'INR', hours: 24 },
    },
  ],
});

/** Stores the layouts for the signed-in person; answers a way to have one of them shown by the next page. */
export async function storeLayouts(subject: Subject): Promise<(name: LayoutName) => Promise<void>> {
  const ids = new Map<LayoutName, string>();
  const save = (name: string, kind: string, baseline: string) =>
    subject.call<{ id: string }>('layout/save', { name, kind, baseline, version: 0 });
  for (const { id, name } of await subject.call<{ id: string; name: string }[]>('layout/list'))
    if (name.startsWith('bench')) await subject.call('layout/delete', { id });
  await save('bench', 'dashboard', DASHBOARD);
  for (const name of Object.keys(LAYOUTS) as LayoutName[])
    ids.set(name, (await save(`bench ${name}`, 'workspace', LAYOUTS[name])).id);
  return async (name) => {
    // Saved again, since pages that were open keep working copies of their own.
    await subject.call('layout/revert', { id: ids.get(name) });
    await subject.call('layout/activate', { id: ids.get(name) });
  };
}
