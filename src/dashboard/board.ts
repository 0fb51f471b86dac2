import { type PrimitiveAtom, atom, getDefaultStore } from 'jotai';
import {
  type LayoutBase,
  type LayoutDetail,
  caller,
  isCallError,
  isUnreachable,
  layoutApi,
  storage,
  toast,
  translate,
} from '../kit/index.ts';
import type { Rebase } from '../kit/sharing/Review.tsx';
import { loadWidgets } from './catalogue.ts';
import { type DashboardDocument, emptyDocument, readDocument } from './document.ts';
import { isContested, mergeDocuments } from './merge.ts';
import { beginningOf, rebaseOf } from './published.ts';

/** A dashboard of a person: a document on the server, saved a moment after each change. */

export interface BoardState {
  /** Empty until it exists on the server. */
  id: string;
  name: string;
  document: DashboardDocument;
  /** The published dashboard it came from, and the version of it that was taken in last. */
  base?: LayoutBase | undefined;
  /** A newer version of that one, which the person has to decide on. */
  rebase?: Rebase<DashboardDocument> | undefined;
  /** `gone`: it was deleted; `unloaded`: nothing is known of it, so nothing is saved either. */
  status: 'loading' | 'unloaded' | 'gone' | 'ready' | 'saving' | 'failed' | 'conflict';
}

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 10_000;
/** Where what is not saved yet is kept: each dashboard has a place of its own. */
const copyOf = (id: string): string => `dashboard:copy:${id}`;

const baseOf = ({ baseId, baseVersion }: LayoutDetail): LayoutBase | undefined =>
  baseId != null && baseVersion != null ? { id: baseId, version: baseVersion } : undefined;

interface Copy {
  owner: string;
  id: string;
  version: number;
  text: string;
  /** What the server had in that version: what of `text` is the person's own is seen by it. */
  base?: string | undefined;
}
const parseCopy = (raw: unknown): Copy | undefined => {
  const copy = raw as Partial<Copy> | undefined;
  return copy && typeof copy.text === 'string' ? (copy as Copy) : undefined;
};

/** What was made of `base` on two sides put together; undefined where both changed the same, or nothing is known. */
const together = (
  base: DashboardDocument | undefined,
  mine: DashboardDocument,
  theirs: DashboardDocument | undefined,
): DashboardDocument | undefined =>
  base && theirs && !isContested(base, mine, theirs) ? mergeDocuments(base, mine, theirs) : undefined;

/** One dashboard while it is open: `key` is its id, or empty for the person's first one. */
export class Board {
  readonly atom: PrimitiveAtom<BoardState> = atom<BoardState>({
    id: '',
    name: '',
    document: emptyDocument(),
    status: 'loading',
  });
  #key: string;
  readonly #owner = caller().profile.id;
  #version = 0;
  /** What the server has of it in that version. */
  #saved: DashboardDocument | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Settled when it was loaded, or could not be. */
  readonly loaded: Promise<void>;

  constructor(key: string) {
    this.#key = key;
    this.loaded = this.load();
  }

  get state(): BoardState {
    return getDefaultStore().get(this.atom);
  }

  #patch(change: Partial<BoardState>): void {
    getDefaultStore().set(this.atom, { ...this.state, ...change });
  }

  readonly load = async (): Promise<void> => {
    this.#patch({ status: 'loading' });
    try {
      const [detail] = await Promise.all([this.#find(), loadWidgets()]);
      await this.#adopt(detail);
    } catch (error) {
      this.#patch({ status: isCallError(error) && error.code === 404 ? 'gone' : 'unloaded' });
    }
  };

  async #find(): Promise<LayoutDetail | undefined> {
    if (this.#key) return layoutApi.detail(this.#key);
    const list = await layoutApi.list('dashboard');
    const first = list.find((layout) => layout.active) ?? list[0];
    return first && layoutApi.detail(first.id);
  }

  async #adopt(detail: LayoutDetail | undefined): Promise<void> {
    const id = detail?.id ?? '';
    this.#version = detail?.version ?? 0;
    const stored = detail?.working ?? detail?.baseline;
    this.#saved = stored == null ? undefined : readDocument(stored);
    const ours = this.#unsaved(id);
    const read = ours?.document ?? this.#saved;
    if (stored != null && !read) toast.warning(translate('widgets:dashboard.unreadable'));
    const name = detail?.name ?? translate('widgets:dashboard.name');
    const own = detail && baseOf(detail);
    const { document, base } = read && detail ? { document: read, base: own } : await this.#beginning(own);
    const status = ours?.isContested ? 'conflict' : 'ready';
    this.#patch({ id, name, document: read ?? document, base, rebase: undefined, status });
    if (ours && status === 'ready') this.#plan(SAVE_AFTER_MS);
    if (detail && base) this.#lookForBase(base).catch(() => undefined);
  }

  /**
   * What this browser kept of changes that never reached the server, with what another window saved meanwhile;
   * `isContested` where both changed the same.
   */
  #unsaved(id: string): { document: DashboardDocument; isContested: boolean } | undefined {
    const copy = storage.get(copyOf(id), parseCopy);
    if (copy?.owner !== this.#owner || copy.id !== id) return undefined;
    const mine = readDocument(copy.text);
    if (!mine || copy.version === this.#version) return mine && { document: mine, isContested: false };
    // Nothing is known of what it was made of.
    if (copy.base === undefined) return undefined;
    const base = readDocument(copy.base);
    const document = together(base, mine, this.#saved);
    if (document) return { document, isContested: false };
    // Until the person has chosen, this window is where it was.
    [this.#version, this.#saved] = [copy.version, base];
    return { document: mine, isContested: true };
  }

  #beginning(base = this.state.base) {
    return beginningOf(base, !this.#key);
  }

  /** Compares it with the published one it came from; whoever changed nothing gets the new version at once. */
  async #lookForBase(base: LayoutBase): Promise<void> {
    const { id, document } = this.state;
    const found = await rebaseOf(document, base);
    // It was changed or replaced meanwhile.
    if (!found || this.state.id !== id || this.state.document !== document) return;
    const { rebase, isUntouched } = found;
    if (!isUntouched) return this.#patch({ rebase });
    this.takeIn(rebase, rebase.theirs);
    const { name, publisher } = rebase.published;
    toast.info(translate('workspace:rebase.updated', { name, publisher }), { key: 'layout' });
  }

  /** This in the place of what is on screen; the question is answered. */
  takeIn({ published: { id, version } }: Rebase<DashboardDocument>, document = this.state.document): void {
    this.#patch({ base: { id, version }, rebase: undefined });
    this.change(document);
  }

  /** What it is by default; from now on it is that version of the published one it came from. */
  async restored(): Promise<DashboardDocument> {
    const { document, base } = await this.#beginning();
    this.#patch({ base: base ?? this.state.base, rebase: undefined });
    return document;
  }

  #plan(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.#send());
    }, afterMs);
  }

  async #send(): Promise<void> {
    const { id, name, document, base } = this.state;
    const text = JSON.stringify(document);
    this.#patch({ status: 'saving' });
    try {
      if (!id && (await this.#foundMeanwhile())) return;
      const answer = await layoutApi.save({
        ...(id && { id }),
        name,
        kind: 'dashboard',
        baseline: text,
        working: null,
        ...(base && { base }),
        version: this.#version,
      });
      this.#version = answer.version;
      this.#saved = document;
      if (!this.#timer) storage.remove(copyOf(id));
      this.#patch({ id: answer.id, status: 'ready' });
    } catch (error) {
      const isStale = isCallError(error) && error.errorCode === 'staleVersion';
      await (isStale ? this.#meet() : Promise.reject(error)).catch((fault) => this.#failed(fault));
    }
  }

  #failed(error: unknown): void {
    this.#patch({ status: 'failed' });
    // A broken line mends itself, and a lock is opened; a refusal would only be refused again.
    const passes = isUnreachable(error) || (isCallError(error) && error.errorCode === 'locked');
    if (passes && !this.#timer) this.#plan(RETRY_AFTER_MS);
  }

  /** Takes in what another window changed meanwhile; where both changed the same, the person chooses. */
  async #meet(): Promise<void> {
    const detail = await layoutApi.detail(this.state.id);
    const theirs = readDocument(detail.working ?? detail.baseline);
    const document = together(this.#saved, this.state.document, theirs);
    if (!document) return this.#patch({ status: 'conflict' });
    this.#version = detail.version;
    this.#saved = theirs;
    this.#patch({ name: detail.name, status: 'ready' });
    this.change(document);
  }

  /** Another window made the first dashboard: ours must not become a second one. */
  async #foundMeanwhile(): Promise<boolean> {
    const detail = await this.#find();
    if (detail) this.#patch({ id: detail.id, name: detail.name, status: 'conflict' });
    return detail !== undefined;
  }

  change(document: DashboardDocument): void {
    const { status, id } = this.state;
    this.#patch({ document });
    const copy: Copy = {
      owner: this.#owner,
      id,
      version: this.#version,
      text: JSON.stringify(document),
      base: this.#saved && JSON.stringify(this.#saved),
    };
    storage.set(copyOf(id), copy);
    if (status !== 'conflict') this.#plan(SAVE_AFTER_MS);
  }

  /** After a conflict: `mine` goes over the other window's, `theirs` comes back from the server. */
  async settle(side: 'mine' | 'theirs'): Promise<void> {
    const detail = await layoutApi.detail(this.state.id);
    if (side === 'theirs') {
      storage.remove(copyOf(detail.id));
      return this.#adopt(detail);
    }
    this.#version = detail.version;
    this.#saved = readDocument(detail.working ?? detail.baseline);
    this.#patch({ name: detail.name });
    await this.#send();
  }

  /** Saves what is on screen now. */
  async save(): Promise<void> {
    this.#plan(0);
    await this.flush();
  }

  async rename(name: string): Promise<void> {
    await this.flush();
    const { id } = this.state;
    if (!id) {
      this.#patch({ name });
      return this.#send();
    }
    await layoutApi.rename(id, name);
    // The version moved on, perhaps with another window's changes: they are met with the next save.
    this.#patch({ name });
  }

  async remove(): Promise<void> {
    await this.flush();
    await layoutApi.remove(this.state.id);
    storage.remove(copyOf(this.state.id));
    this.#patch({ status: 'gone' });
  }

  /** It is on the server under another id from now on. */
  follow(id: string): Promise<void> {
    this.#key = id;
    return this.load();
  }

  /** Resolves when what waits to be saved has been. */
  async flush(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.#send());
    }
    await this.#running;
  }
}
