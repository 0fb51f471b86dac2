import { beforeEach, expect, test, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { resources } from '../../../contract/resources/index.ts';
import type { RowRenderer } from './rowRenderer.ts';
import { GridModel } from './model.ts';
import { settleFocus } from './settleFocus.ts';

const server = vi.hoisted(() => ({ ids: [] as string[] }));
vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (
    _path: string,
    { ids, start = 0, end = 100 }: { ids?: string[]; start?: number; end?: number },
  ) => {
    const found = ids ? server.ids.filter((id) => ids.includes(id)) : server.ids.slice(start, end);
    const items = found.map((id) => ({ id, orderNo: `C${id}` }));
    return { items, start, total: server.ids.length, totalIs: 'exact', snapshot: '1' };
  },
}));

const list = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, at) => String(from - at));

/** A grid of which ten rows fit, as far as the focus is concerned. */
function made(start: Partial<ConstructorParameters<typeof GridModel>[1]> = {}) {
  const model = new GridModel(resources.get('collectOrder')!, { filters: {}, ...start });
  let top = start.at ?? 0;
  let at: number | undefined;
  const body = {
    first: () => top,
    sees: (index: number) => index >= top && index < top + 10,
    readScroll: () => undefined,
    at: () => (at === undefined ? undefined : { index: at, column: undefined, row: undefined }),
    place: (index: number) => void (at = index),
  } as unknown as RowRenderer;
  const load = async (from = 0): Promise<void> => {
    await model.load(from, from + 100);
    settleFocus(model, body, from, from + 100);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    model,
    load,
    scroll: (to: number) => (top = to),
    restart: () => (at = undefined),
    cursor: () => model.selection.cursor(),
    at: () => at,
  };
}

const fits = (row: Row | undefined) => row?.id;

beforeEach(() => {
  server.ids = list(500, 1);
});

test('a fresh list has its first row focused, one that comes back the row of before, else the first in view', async () => {
  const fresh = made();
  await fresh.load();
  expect(fresh.cursor()).toBe('500');
  const back = made({ focused: '497' });
  await back.load();
  expect([back.cursor(), back.at()]).toEqual(['497', 3]);
  const deep = made({ at: 150 });
  await deep.load();
  expect(deep.cursor()).toBeUndefined();
  await deep.load(100);
  expect(deep.cursor()).toBe('350');
  const gone = made({ focused: '9999' });
  await gone.load();
  expect(gone.cursor()).toBe('500');
});

test('read in place, the focus moves with its row, and to its neighbour once the row is gone', async () => {
  const { model, load, cursor, at } = made({ focused: '497' });
  await load();
  const reread = async (): Promise<void> => {
    model.focused.beforeRead('inPlace', true);
    model.blocks.reset(true);
    await load();
  };
  server.ids = list(505, 1);
  await reread();
  expect([cursor(), at()]).toEqual(['497', 8]);
  server.ids = server.ids.filter((id) => id !== '497');
  await reread();
  expect(cursor()).toBe('496');
  server.ids = list(505, 496).concat(list(300, 1));
  await reread();
  server.ids = list(505, 497);
  await reread();
  expect(cursor()).toBe('497');
});

test('a row that only moved out of what is loaded keeps the focus', async () => {
  const { model, load, cursor } = made({ focused: '401', at: 95 });
  await load();
  // Before it in the block there are more now.
  server.ids = list(600, 1);
  model.focused.beforeRead('inPlace', true);
  model.blocks.reset(true);
  await load();
  expect(cursor()).toBe('401');
  expect(fits(model.focused.rowOf('401'))).toBe('401');
  await load(100);
  expect(cursor()).toBe('401');
});

test('another list begins at its first row, unless the focused one is in view there', async () => {
  const { model, load, cursor, restart } = made({ focused: '497' });
  await load();
  model.setFilters({ status: [1] });
  restart();
  // Nothing of the list before is acted on while the next one is on its way.
  expect(model.targets.rows()).toEqual([]);
  await load();
  expect(cursor()).toBe('497');
  server.ids = list(600, 1);
  model.setSort({ field: 'amount', order: 'descending' });
  restart();
  await load();
  expect(cursor()).toBe('600');
  server.ids = [];
  model.refresh();
  restart();
  await load();
  expect(cursor()).toBeUndefined();
});

test('the row of a peek keeps the focus wherever it is, and verbs act on it', async () => {
  const { model, load, cursor, restart } = made({ focused: '497' });
  model.peekOpen = true;
  await load();
  server.ids = list(900, 1);
  model.refresh();
  restart();
  await load();
  const found = await model.find('497');
  model.focused.hold(found!);
  expect([cursor(), model.targets.rows().map(fits)]).toEqual(['497', ['497']]);
  // Nobody hears of it without a place in the list, so it is read again before an action.
  expect(model.targets.revalidate()).toBeDefined();
});
