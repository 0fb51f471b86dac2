import { atom, getDefaultStore } from 'jotai';
import { type LayoutSave, type LayoutSummary, caller, layoutApi } from '../kit/index.ts';
import { Board } from './board.ts';
import { emptyDocument } from './document.ts';

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
async function contentOf(id: string): Promise<Omit<LayoutSave, 'id'>> {
  const { name, baseline, working } = await layoutApi.detail(id);
  const state = open.get(id)?.state;
  const isUnread = !state || state.status === 'loading' || state.status === 'unloaded';
  const text = (part: unknown) => (typeof part === 'string' ? part : null);
  return isUnread
    ? { name, kind: 'dashboard', baseline: text(baseline), working: text(working), version: 0 }
    : { name, kind: 'dashboard', baseline: JSON.stringify(state.document), version: 0 };
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
