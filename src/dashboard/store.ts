import { atom, getDefaultStore } from 'jotai';
import {
  type LayoutDetail,
  caller,
  isCallError,
  layoutApi,
  storage,
  toast,
  translate,
} from '../kit/index.ts';
import { type DashboardDocument, emptyDocument, readDocument } from './document.ts';

/** The dashboard of a person: one document on the server, saved a moment after each change. */

export interface DashboardState {
  document: DashboardDocument;
  status: 'loading' | 'ready' | 'saving' | 'failed' | 'conflict';
}

const SAVE_AFTER_MS = 800;
const COPY = 'dashboard:copy';
const files = import.meta.glob<unknown>('../../layouts/*/dashboard.json', { import: 'default' });

const store = getDefaultStore();
export const dashboardAtom = atom<DashboardState>({ document: emptyDocument(), status: 'loading' });

let id = '';
let name = '';
let version = 0;
let owner = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> = Promise.resolve();
let loading: Promise<void> | undefined;

const patch = (change: Partial<DashboardState>): void =>
  store.set(dashboardAtom, { ...store.get(dashboardAtom), ...change });

function role(): string {
  const { profile, can } = caller();
  if (profile.merchantId) return 'merchant';
  if (profile.accountType === 999 || can('collectOrder:claim')) return 'operator';
  return can('fundDetail:page') ? 'finance' : 'default';
}

export async function defaultDocument(): Promise<DashboardDocument> {
  const load = (which: string) => files[`../../layouts/${which}/dashboard.json`]?.();
  return readDocument(await load(role())) ?? readDocument(await load('default')) ?? emptyDocument();
}

interface Copy {
  owner: string;
  version: number;
  text: string;
}
const parseCopy = (raw: unknown): Copy | undefined => {
  const copy = raw as Partial<Copy> | undefined;
  return copy && typeof copy.text === 'string' ? (copy as Copy) : undefined;
};

async function adopt(detail: LayoutDetail | undefined): Promise<void> {
  id = detail?.id ?? '';
  name = detail?.name ?? translate('widgets:dashboard.name');
  version = detail?.version ?? 0;
  const copy = storage.get(COPY, parseCopy);
  const young = copy?.owner === owner && copy.version === version ? copy.text : undefined;
  const stored = young ?? detail?.working ?? detail?.baseline;
  const read = stored == null ? undefined : readDocument(stored);
  if (stored != null && !read) toast.warning(translate('widgets:dashboard.unreadable'));
  patch({ document: read ?? (await defaultDocument()), status: 'ready' });
}

async function load(): Promise<void> {
  try {
    const list = await layoutApi.list('dashboard');
    const chosen = list.find((layout) => layout.active) ?? list[0];
    await adopt(chosen ? await layoutApi.detail(chosen.id) : undefined);
  } catch {
    await adopt(undefined);
  }
}

/** Reads the dashboard once per signed-in person. */
export function startDashboard(): void {
  const now = caller().profile.id;
  if (loading && owner === now) return;
  owner = now;
  loading = load();
}

async function send(): Promise<void> {
  timer = undefined;
  const text = JSON.stringify(store.get(dashboardAtom).document);
  patch({ status: 'saving' });
  try {
    const body = {
      ...(id && { id }),
      name,
      kind: 'dashboard',
      baseline: text,
      working: null,
      version,
    } as const;
    const answer = await layoutApi.save(body);
    id = answer.id;
    version = answer.version;
    storage.remove(COPY);
    patch({ status: 'ready' });
  } catch (error) {
    patch({ status: isCallError(error) && error.errorCode === 'staleVersion' ? 'conflict' : 'failed' });
  }
}

export function changeDashboard(document: DashboardDocument): void {
  const { status } = store.get(dashboardAtom);
  patch({ document });
  storage.set(COPY, { owner, version, text: JSON.stringify(document) } satisfies Copy);
  if (status === 'conflict') return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    running = running.then(send);
  }, SAVE_AFTER_MS);
}

/** After a conflict: `mine` goes over the other window's, `theirs` comes back from the server. */
export async function settleConflict(side: 'mine' | 'theirs'): Promise<void> {
  const detail = await layoutApi.detail(id);
  storage.remove(COPY);
  if (side === 'theirs') return adopt(detail);
  version = detail.version;
  await send();
}
