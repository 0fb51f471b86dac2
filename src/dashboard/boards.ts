import { atom, getDefaultStore } from 'jotai';
import {
  type LayoutSave,
  type LayoutSummary,
  type PublishedLayout,
  caller,
  getUserSetting,
  layoutApi,
} from '../kit/index.ts';
import { Board } from './board.ts';
import { type DashboardDocument, emptyDocument, readDocument } from './document.ts';
import { parseKept, valuesKey } from './keptValues.ts';
import { refreshPublished } from './published.ts';

/** The dashboards of a person: each is a tab of its own, and the first is what the menu opens. */

export const boardsAtom = atom<readonly LayoutSummary[]>([]);

const open = new Map<string, Board>();
let owner = '';

/** The dashboard of that id, or the person's first one; loaded once per signed-in person. */
export function boardOf(key: string): Board {
  const now = caller().profile.id;
  if (owner !== now) open.clear();
  owner = now;
  const board = open.get(key) ?? new Board(key);
  open.set(key, board);
  return board;
}

export async function refreshBoards(): Promise<void> {
  getDefaultStore().set(boardsAtom, await layoutApi.list('dashboard'));
}

/** Makes an empty one; returns its id. The first is made from what is on screen, so that it stays the first. */
export async function createBoard(name: string, home: Board): Promise<string> {
  if (!home.state.id) await home.rename(home.state.name);
  const { id } = await layoutApi.save({
    name,
    kind: 'dashboard',
    baseline: JSON.stringify(emptyDocument()),
    version: 0,
  });
  await refreshBoards();
  return id;
}

export async function renameBoard(id: string, name: string): Promise<void> {
  const [board] = [...open.values()].filter(({ state }) => state.id === id);
  if (board) await board.rename(name);
  else await layoutApi.rename(id, name);
  await refreshBoards();
}

/** What a dashboard holds: as it is on screen, or as the server has it where it is not open. */
export async function contentOf(id: string): Promise<Omit<LayoutSave, 'id'>> {
  const { name, baseline, working, baseId, baseVersion } = await layoutApi.detail(id);
  const state = open.get(id)?.state;
  const isUnread = !state || state.status === 'loading' || state.status === 'unloaded';
  const text = (part: unknown) => (typeof part === 'string' ? part : null);
  const body = isUnread
    ? { baseline: text(baseline), working: text(working) }
    : { baseline: JSON.stringify(state.document) };
  const base = baseId != null && baseVersion != null && { base: { id: baseId, version: baseVersion } };
  return { name, kind: 'dashboard', ...body, ...base, version: 0 };
}

/** As it is on screen, or would be. */
export async function documentOf(id: string): Promise<DashboardDocument> {
  const { baseline, working } = await contentOf(id);
  return readDocument(working ?? baseline) ?? emptyDocument();
}

/** What others get: its widgets, and its variables as the person left them. */
export async function publishedContent(id: string, isHome: boolean): Promise<string> {
  const kept = parseKept(getUserSetting(valuesKey(isHome ? '' : id)));
  return JSON.stringify({ ...(await documentOf(id)), ...(kept && { values: kept.values }) });
}

/** The person's own dashboard of a published one, made where there is none. Returns its id. */
export async function openPublished({ id, name }: PublishedLayout): Promise<string> {
  const boards = await layoutApi.list('dashboard');
  const own = boards.find(({ baseId }) => baseId === id);
  if (own) return own.id;
  const { body, version } = await layoutApi.publishedBody(id);
  const taken = new Set(boards.map((board) => board.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  const base = { id, version };
  const made = await layoutApi.save({ name: free, kind: 'dashboard', baseline: body, base, version: 0 });
  await refreshBoards();
  return made.id;
}

/** Nobody gets it any more; what people made of it stays theirs. */
export async function withdraw({ id }: PublishedLayout): Promise<void> {
  await layoutApi.withdraw(id);
  await refreshPublished();
}

/** An older save in the place of what it holds now, which stays among its versions. */
export async function restoreVersion(id: string, isHome: boolean, then: DashboardDocument): Promise<void> {
  const board = boardOf(isHome ? '' : id);
  await board.loaded;
  board.change(then);
}

/** The server gives it a new id; what was opened by the old one shows it again. */
async function bringBack(old: string, content: LayoutSave): Promise<void> {
  const { id } = await layoutApi.save(content);
  const board = open.get(old);
  if (board) {
    open.set(id, board);
    await board.follow(id);
  } else open.set(old, boardOf(id));
  await refreshBoards();
}

/** Returns its undo, which brings back name and content once, however often it is asked. */
export async function removeBoard(id: string): Promise<() => Promise<void>> {
  const board = open.get(id);
  await board?.flush();
  const content = await contentOf(id);
  if (board) await board.remove();
  else await layoutApi.remove(id);
  await refreshBoards();
  let undone: Promise<void> | undefined;
  return () =>
    (undone ??= bringBack(id, content).catch((error: unknown) => {
      undone = undefined;
      throw error;
    }));
}
