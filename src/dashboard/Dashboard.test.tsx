import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { commands, profileAtom } from '../kit/index.ts';
import { CallError } from '../kit/data/CallError.ts';
import { parseProfile } from '../kit/data/session.ts';
import { loadAllTexts, startI18n } from '../kit/i18n/i18n.ts';
import { keepLocale } from '../kit/i18n/locale.ts';
import { bridgeToasts } from '../kit/ui/toast.ts';
import { Dashboard } from './Dashboard.tsx';
import { boardOf, boardsAtom } from './boards.ts';
import type { DashboardDocument } from './document.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

interface Stored {
  id: string;
  name: string;
  kind: 'dashboard';
  baseline: string;
  version: number;
}
const clock = (id: string, y: number) => ({
  id,
  widget: 'none',
  version: 1,
  x: 0,
  y,
  w: 6,
  h: 4,
  settings: {},
});
const content = (...tiles: object[]) => JSON.stringify({ schema: 1, tiles });
let rows: Stored[] = [];
let nextId = 100;

/** The layouts of one person, as the server keeps them. */
async function server(path: string, body: Partial<Stored> | undefined, options?: { query?: { id: string } }) {
  const row = rows.find(({ id }) => id === (body?.id ?? options?.query?.id));
  const taken = rows.some((each) => each.name === body?.name && each !== row);
  if (path === 'layout/list') return rows.map((each) => ({ ...each, active: each.id === '1' }));
  if (taken) throw new CallError('Name already exists', { code: 400, errorCode: 'duplicate' });
  if (path === 'layout/save' && !body?.id) {
    rows = [...rows, { ...(body as Stored), id: String((nextId += 1)), version: 1 }];
    return { id: String(nextId), version: 1 };
  }
  if (!row) throw new CallError('Not found', { code: 404, errorCode: 'notFound' });
  if (path === 'layout/save' && body?.version !== row.version)
    throw new CallError('Changed meanwhile', { code: 400, errorCode: 'staleVersion' });
  if (path === 'layout/delete') rows = rows.filter((each) => each !== row);
  if (path === 'layout/rename' || path === 'layout/save')
    Object.assign(row, body, { version: row.version + 1 });
  return { ...row };
}

let person = 0;
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  asked.mockImplementation(server);
});
beforeEach(() => {
  // Another person each time: the dashboards of the last one are forgotten.
  getDefaultStore().set(profileAtom, parseProfile({ id: (person += 1) }));
  getDefaultStore().set(boardsAtom, []);
  rows = [
    { id: '1', name: 'Home', kind: 'dashboard', baseline: content(), version: 1 },
    { id: '2', name: 'Two', kind: 'dashboard', baseline: content(clock('a', 0), clock('b', 4)), version: 1 },
    { id: '3', name: 'Three', kind: 'dashboard', baseline: content(), version: 1 },
  ];
});
afterEach(cleanup);

const setArgs = vi.fn();
async function show(board?: string) {
  const args = board ? { board } : {};
  const given = { args, setArgs, state: null, saveState: () => undefined, active: true, visible: true };
  render(<Dashboard tabId="tab" {...given} />);
  await waitFor(() => expect(offered()).toContain('dashboard.edit'));
}
const offered = () => commands.inScope('tab').map(({ id }) => id);
const dialog = () => screen.findByRole('dialog', { name: 'Dashboards' });
async function list() {
  await act(() => commands.execute('dashboard.boards', undefined, 'tab'));
  const box = await dialog();
  await within(box).findByText('Three');
  return box;
}
const press = (box: HTMLElement, name: string) => fireEvent.click(within(box).getByRole('button', { name }));
const field = (box: HTMLElement) => within(box).getByPlaceholderText<HTMLInputElement>('New dashboard');

test('a deleted dashboard comes back by Undo, with its name and content, where it was open', async () => {
  await show('2');
  const box = await list();
  press(box, 'Delete the dashboard Two');
  expect(await within(box).findByText('The dashboard Two was deleted')).toBeTruthy();
  expect(rows.map(({ name }) => name)).toEqual(['Home', 'Three']);
  // The panel has nothing left to do anything to, and the keyboard goes on in the list.
  await waitFor(() => expect(offered()).toEqual([]));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'));
  press(box, 'Undo');
  await waitFor(() => expect(rows.map(({ name }) => name)).toEqual(['Home', 'Three', 'Two']));
  expect(JSON.parse(rows[2]!.baseline)).toMatchObject({ tiles: [{ id: 'a' }, { id: 'b' }] });
  await waitFor(() => expect(offered()).toContain('dashboard.edit'));
  await waitFor(() => expect(setArgs).toHaveBeenLastCalledWith({ board: rows[2]!.id }));
  await waitFor(() => expect(within(box).queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('after the dialog has closed, a message offers the Undo, once', async () => {
  await show();
  const box = await list();
  press(box, 'Delete the dashboard Three');
  await within(box).findByText('The dashboard Three was deleted');
  await waitFor(() => expect(document.activeElement).toBe(field(box)));
  const messages = vi.fn();
  const silent = bridgeToasts(messages);
  messages.mockClear();
  press(box, 'Close');
  await waitFor(() => expect(messages).toHaveBeenCalled());
  silent();
  const { text, action } = messages.mock.lastCall![0] as { text: string; action: { run: () => void } };
  expect(text).toBe('The dashboard Three was deleted');
  action.run();
  action.run();
  await waitFor(() => expect(rows.map(({ name }) => name)).toEqual(['Home', 'Two', 'Three']));
});

test('a name that exists is refused at its field, and stays there', async () => {
  await show();
  const box = await list();
  fireEvent.change(field(box), { target: { value: 'Two' } });
  press(box, 'Create dashboard');
  const messages = await within(box).findByText('Name already exists');
  expect(messages.getAttribute('role')).toBe('alert');
  expect(field(box).getAttribute('aria-invalid')).toBe('true');
  expect(field(box).getAttribute('aria-describedby')).toBe(messages.id);
  expect(field(box).value).toBe('Two');
  fireEvent.change(field(box), { target: { value: 'Two more' } });
  expect(field(box).getAttribute('aria-invalid')).toBe('false');
  expect(within(box).queryByText('Name already exists')).toBeNull();

  fireEvent.click(within(box).getAllByRole('button', { name: 'Rename' })[0]!);
  const naming = within(box).getByDisplayValue('Home');
  fireEvent.change(naming, { target: { value: 'Two' } });
  fireEvent.submit(naming);
  await within(box).findByText('Name already exists');
  fireEvent.change(naming, { target: { value: 'Start' } });
  fireEvent.submit(naming);
  await within(box).findByText('Start');
  // The keyboard follows once the list is drawn again.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rename'));
});

test('the dialog opens on the first dashboard each time, and letters typed there are a name', async () => {
  await show();
  for (const time of [1, 2]) {
    const box = await list();
    await waitFor(() => expect(document.activeElement?.textContent, `time ${time}`).toBe('Home'));
    fireEvent.keyDown(document.activeElement!, { key: 'e' });
    expect(document.activeElement).toBe(field(box));
    press(box, 'Close');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Dashboards' })).toBeNull());
  }
});

test('the tile next to a removed one takes the focus, and the dashboard after the last', async () => {
  await show('2');
  for (const [at, next] of [
    ['a', 'b'],
    ['b', undefined],
  ] as const) {
    const more = document.querySelector<HTMLElement>(`[data-tile="${at}"] .tile-more`)!;
    fireEvent.click(more);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await waitFor(() => expect(document.querySelector(`[data-tile="${at}"]`)).toBeNull());
    const to = next ? `[data-tile="${next}"] .tile-more` : '.dash';
    expect(document.activeElement).toBe(document.querySelector(to));
  }
});

test('what two dashboards could not save is kept for both', async () => {
  const boards = ['2', '3'].map(boardOf);
  const [two, three] = boards;
  await Promise.all(boards.map(({ loaded }) => loaded));
  asked.mockImplementation(async () => {
    throw new CallError('No line', { code: 0, errorCode: 'network' });
  });
  await act(async () => {
    two!.change({ schema: 1, tiles: [] });
    three!.change({ schema: 1, tiles: [{ ...clock('c', 0) }] });
    await Promise.all([two!.flush(), three!.flush()]);
  });
  asked.mockImplementation(server);
  // The page is closed and opened again: nothing but what the browser keeps is left.
  await act(async () => void (await Promise.all(boards.map((board) => board.load()))));
  expect(boards.map((board) => board.state.document.tiles.map(({ id }) => id))).toEqual([[], ['c']]);
  await act(async () => void (await Promise.all(boards.map((board) => board.save()))));
  expect(rows.map(({ baseline }) => (JSON.parse(baseline) as { tiles: object[] }).tiles.length)).toEqual([
    0, 0, 1,
  ]);
});

test('what two windows changed of different widgets is put together, of one it is asked', async () => {
  const board = boardOf('2');
  await board.loaded;
  const [a, b] = board.state.document.tiles;
  elsewhere({ ...a, title: 'There' }, { ...b });
  board.change({ schema: 1, tiles: [a!, { ...b!, title: 'Here' }] });
  await board.flush();
  await board.flush();
  expect(titlesOf(board.state.document.tiles)).toEqual(['There', 'Here']);
  expect(storedTitles()).toEqual(['There', 'Here']);
  elsewhere({ ...a, title: 'There too' }, { ...b });
  board.change({ schema: 1, tiles: [{ ...a!, title: 'Here too' }, b!] });
  await board.flush();
  expect(board.state.status).toBe('conflict');
});

/** The other window saves these. */
const elsewhere = (...tiles: object[]) =>
  Object.assign(rows[1]!, { baseline: content(...tiles), version: rows[1]!.version + 1 });
const titlesOf = (tiles: readonly { title?: string }[]) => tiles.map(({ title }) => title);
const storedTitles = () => titlesOf((JSON.parse(rows[1]!.baseline) as { tiles: { title?: string }[] }).tiles);
/** A change that never reaches the server: the line is cut, and the page is closed and opened again. */
async function offline(
  change: (a: object, b: object) => object[],
  meanwhile: (a: object, b: object) => object[],
) {
  const board = boardOf('2');
  await board.loaded;
  const [a, b] = board.state.document.tiles;
  asked.mockImplementation(async () => {
    throw new CallError('No line', { code: 0, errorCode: 'network' });
  });
  await act(async () => {
    board.change(JSON.parse(content(...change(a!, b!))) as DashboardDocument);
    await board.flush();
  });
  asked.mockImplementation(server);
  elsewhere(...meanwhile(a!, b!));
  await act(() => board.load());
  return board;
}

test('what the browser kept meets what another window saved meanwhile', async () => {
  const board = await offline(
    (a, b) => [{ ...a, title: 'Here' }, b],
    (a, b) => [a, { ...b, title: 'There' }],
  );
  expect(board.state.status).toBe('ready');
  expect(titlesOf(board.state.document.tiles)).toEqual(['Here', 'There']);
  await act(() => board.flush());
  expect(storedTitles()).toEqual(['Here', 'There']);
});

test('where both changed the same widget the person is asked, and both are there to choose from', async () => {
  const board = await offline(
    (a, b) => [{ ...a, title: 'Here' }, b],
    (a, b) => [{ ...a, title: 'There' }, b],
  );
  expect([board.state.status, ...titlesOf(board.state.document.tiles)]).toEqual([
    'conflict',
    'Here',
    undefined,
  ]);
  expect(storedTitles()).toEqual(['There', undefined]);
  await act(() => board.settle('theirs'));
  expect([board.state.status, ...titlesOf(board.state.document.tiles)]).toEqual([
    'ready',
    'There',
    undefined,
  ]);
});

test('a new name does not put this window over what another one saved', async () => {
  const board = boardOf('2');
  await board.loaded;
  const [a, b] = board.state.document.tiles;
  elsewhere({ ...a, title: 'There' }, { ...b });
  await board.rename('Two and more');
  board.change({ schema: 1, tiles: [a!, { ...b!, title: 'Here' }] });
  await board.flush();
  await board.flush();
  expect(storedTitles()).toEqual(['There', 'Here']);
  expect(rows[1]!.name).toBe('Two and more');
  // Nor over the name that another one gave.
  Object.assign(rows[1]!, { name: 'Three and more', version: rows[1]!.version + 1 });
  board.change({ schema: 1, tiles: [a!] });
  await board.flush();
  await board.flush();
  expect(rows[1]!.name).toBe('Three and more');
});

test('what a lock refused is saved once the lock is open', async () => {
  await show('2');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked.mockImplementation(async () => {
    throw new CallError('Locked', { code: 401, errorCode: 'locked' });
  });
  await act(async () => {
    boardOf('2').change({ schema: 1, tiles: [] });
    await vi.advanceTimersByTimeAsync(800);
  });
  expect(boardOf('2').state.status).toBe('failed');
  asked.mockImplementation(server);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect([boardOf('2').state.status, rows[1]!.baseline]).toEqual(['ready', content()]);
  vi.useRealTimers();
});
