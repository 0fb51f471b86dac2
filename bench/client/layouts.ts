import type { Subject } from '../server/subject.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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

const column = (lines: readonly object[], weight = 100) => ({ type: 'row', weight, children: lines });

type Args = Readonly<Record<string, Readonly<Record<string, string>>>>;

function envelope(panels: readonly BenchPanel[], children: unknown[], args: Args = {}): string {
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
      panels.map(({ id, view }) => [id, { view, version: 1, args: args[id] ?? {}, state: null }]),
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

const FOLDER = join(import.meta.dirname, '..', '..', 'widgets');
export const WIDGETS: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const LISTS =
  'collectOrder payOrder fundDetail merchantAsset callback orderLog payment merchant upstream channel'.split(
    ' ',
  );
const BOARDS = ['left', 'right'];
/** Ten lists above two dashboards that share the widgets. */
export const CROWDED: readonly BenchPanel[] = [
  ...LISTS.map((view) => ({ id: view, view })),
  ...BOARDS.map((id) => ({ id, view: 'dashboard' })),
];

/** `boards`: ids of the dashboards by name. */
function crowded(boards: ReadonlyMap<string, string>): string {
  const half = LISTS.length / 2;
  const line = (ids: readonly string[], weight: number) => ({
    type: 'row',
    weight,
    children: ids.map((id) => tabset([id])),
  });
  return envelope(
    CROWDED,
    [column([line(LISTS.slice(0, half), 25), line(LISTS.slice(half), 25), line(BOARDS, 50)])],
    Object.fromEntries(BOARDS.map((name) => [name, { board: boards.get(name)! }])),
  );
}

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

export type LayoutName = keyof typeof LAYOUTS | 'crowded';

const tile = (widget: string, place: Record<'x' | 'y' | 'w' | 'h', number>, settings = {}) => ({
  id: widget,
  widget,
  version: 1,
  ...place,
  settings,
});
const dashboard = (tiles: readonly unknown[]): string => JSON.stringify({ schema: 1, tiles });

const FLOW = dashboard([
  tile('order-flow', { x: 0, y: 0, w: 24, h: 7 }, { linked: false, currency: 'INR', hours: 24 }),
]);
/** Three next to each other, four lines high. */
const full = (widgets: readonly string[]): string =>
  dashboard(
    widgets.map((name, at) => tile(name, { x: (at % 3) * 8, y: Math.floor(at / 3) * 7, w: 8, h: 7 })),
  );

/** Stores the layouts for the signed-in person; answers a way to have one of them shown by the next page. */
export async function storeLayouts(subject: Subject): Promise<(name: LayoutName) => Promise<void>> {
  const ids = new Map<LayoutName, string>();
  const save = (name: string, kind: string, baseline: string) =>
    subject.call<{ id: string }>('layout/save', { name, kind, baseline, version: 0 });
  for (const { id, name } of await subject.call<{ id: string; name: string }[]>('layout/list'))
    if (name.startsWith('bench')) await subject.call('layout/delete', { id });
  await save('bench', 'dashboard', FLOW);
  const middle = Math.ceil(WIDGETS.length / 2);
  const halves = [WIDGETS.slice(0, middle), WIDGETS.slice(middle)];
  const boards = new Map<string, string>();
  for (const [at, name] of BOARDS.entries())
    boards.set(name, (await save(`bench ${name}`, 'dashboard', full(halves[at]!))).id);
  const layouts: Record<LayoutName, string> = { ...LAYOUTS, crowded: crowded(boards) };
  for (const name of Object.keys(layouts) as LayoutName[])
    ids.set(name, (await save(`bench ${name}`, 'workspace', layouts[name])).id);
  return async (name) => {
    // Saved again, since pages that were open keep working copies of their own.
    await subject.call('layout/revert', { id: ids.get(name) });
    await subject.call('layout/activate', { id: ids.get(name) });
  };
}
