import { getDefaultStore } from 'jotai';
import { type LayoutBase, type LayoutDetail, layoutApi, translate } from '../../kit/index.ts';
import { learnColours } from '../core/newTab.ts';
import { fingerprint } from '../envelope/compare.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { DEFAULT_NAME, shownName } from './names.ts';
import { findCopy, keepBroken } from './crash.ts';
import { type Default, defaultEnvelope, defaultLayout } from './defaults.ts';
import { envelopeNow, patch } from './exchange.ts';
import { refreshPublished } from './published.ts';
import { lookForBase } from './rebase.ts';
import { adopt, flush, noteChange, decide, replace } from './saver.ts';
import { type CurrentLayout, type Instead, currentAtom, reportAtom } from './state.ts';
import { readStored, refreshList, unstored } from './stored.ts';

/** The layouts of a person: which there are, which is shown, and what can be done with them. */

const store = getDefaultStore();
const text = (key: string, values?: Record<string, unknown>): string => translate(`workspace:${key}`, values);

/** Reads a layout that goes on screen, else `fallback`, which is `instead`; what had to be repaired is shown and kept. */
function read(raw: unknown, fallback: Envelope, name: string, instead: Instead): Envelope {
  const { envelope, repairs, replaced } = readEnvelope(raw, fallback);
  if (repairs.length > 0) {
    keepBroken(name, raw);
    store.set(reportAtom, { name: shownName(name), repairs, ...(replaced && { instead }) });
  }
  return envelope;
}

/** There is an explicit save that can be shown. */
const hasSaved = ({ baseline }: LayoutDetail, fallback: Envelope): boolean =>
  baseline != null && !readEnvelope(baseline, fallback).replaced;

function show(detail: LayoutDetail, fallback: Envelope): void {
  // What was shown about another layout goes with it.
  store.set(reportAtom, null);
  const { id, name, version } = detail;
  const stored = readStored(detail, fallback);
  const copy = findCopy(id, version, fingerprint(stored.working));
  if (copy !== undefined) {
    adopt(stored, { ...read(copy, stored.working, name, 'stored'), id, name });
    noteChange();
  } else {
    const raw = detail.working ?? detail.baseline;
    if (raw != null) read(raw, stored.baseline, name, hasSaved(detail, fallback) ? 'saved' : 'default');
    adopt(stored, stored.working);
  }
  lookForBase(detail).catch(() => undefined);
}

function showUsual({ envelope, base }: Default, status: CurrentLayout['status'] = 'saved'): void {
  const stored = unstored(envelope);
  adopt(stored, stored.working, status);
  if (base) patch({ base });
}

const showDefault = async (name: string): Promise<void> => showUsual(await defaultLayout(name));

/**
 * Loads the list and shows the active layout. Without a server it is the role's default, and nothing is saved.
 * @param mayShow whether what came may still take the place of what is on screen
 */
export async function startLayouts(mayShow: () => boolean = () => true): Promise<void> {
  const [listed] = await Promise.allSettled([refreshList(), refreshPublished()]);
  const usual = await defaultLayout(DEFAULT_NAME);
  learnColours(usual.envelope);
  try {
    if (listed.status === 'rejected') throw listed.reason;
    const list = listed.value;
    const active = list.find((layout) => layout.active) ?? list[0];
    const detail = active && (await layoutApi.detail(active.id));
    if (!mayShow()) return;
    if (detail) show(detail, { ...usual.envelope, name: active.name });
    else showUsual(usual);
  } catch {
    // Asked for again in vain: what a person has changed meanwhile stays.
    if (store.get(currentAtom)?.status !== 'unloaded') showUsual(usual, 'unloaded');
  }
}

/** Shows what the server has of the current layout, dropping what is on screen. */
export async function reload(id = store.get(currentAtom)?.id): Promise<void> {
  if (!id) return showDefault(store.get(currentAtom)?.name ?? DEFAULT_NAME);
  const detail = await layoutApi.detail(id);
  show(detail, await defaultEnvelope(detail.name));
}

export const layouts = Object.freeze({
  async open(id: string): Promise<void> {
    if (id === store.get(currentAtom)?.id) return;
    await flush();
    await reload(id);
    await layoutApi.activate(id);
    await refreshList();
  },
  /** A new layout: the role's default, or a copy of what is on screen. */
  async create(name: string, from: 'default' | 'copy'): Promise<void> {
    await layouts.add(name, from === 'copy' ? envelopeNow() : await defaultEnvelope(name));
  },
  /** Makes a layout of this and shows it; `base` is the published one that it is a copy of. */
  async add(name: string, envelope: Envelope, base?: LayoutBase): Promise<void> {
    await flush();
    const { id } = await layoutApi.save({
      name,
      kind: 'workspace',
      baseline: JSON.stringify({ ...envelope, name }),
      ...(base && { base }),
      version: 0,
    });
    await reload(id);
    await layoutApi.activate(id);
    await refreshList();
  },
  async rename(id: string, name: string): Promise<void> {
    await flush();
    await layoutApi.rename(id, name);
    await refreshList();
    const current = store.get(currentAtom);
    // Our own step and no more: what another window saved meanwhile is still to be learnt.
    if (current?.id === id) store.set(currentAtom, { ...current, name, version: current.version + 1 });
  },
  async remove(id: string): Promise<void> {
    await layoutApi.remove(id);
    if (store.get(currentAtom)?.id === id) await layouts.leaveGone();
    else await refreshList();
  },
  /** Back to the last explicit save. */
  async revert(): Promise<void> {
    const current = store.get(currentAtom);
    await flush();
    if (current?.id) await layoutApi.revert(current.id);
    await reload();
  },
  /** Back to what the role ships with; an undoable edit like any other until it is saved. */
  async restoreDefault(): Promise<void> {
    const current = store.get(currentAtom);
    if (current) replace(await defaultEnvelope(current.name));
  },
  /** The one on screen was deleted elsewhere: what is shown becomes a layout again, under its name. */
  async keepGone(): Promise<void> {
    await layouts.create(store.get(currentAtom)?.name ?? DEFAULT_NAME, 'copy');
  },
  /** The one on screen is deleted: the first of those that are left. */
  async leaveGone(): Promise<void> {
    const [next] = await refreshList();
    if (next) await layouts.open(next.id);
    else await showDefault(DEFAULT_NAME);
  },
  /** Shows a layout that is saved nowhere; the one before is as it was when it comes back. */
  async showTemporary(envelope: Envelope): Promise<void> {
    await flush();
    const { id = '', name = DEFAULT_NAME, former } = store.get(currentAtom) ?? {};
    const stored = unstored(envelope);
    adopt(stored, stored.working, 'temporary');
    patch({ former: former ?? { id, name } });
  },
  async leaveTemporary(): Promise<void> {
    const { id, name } = store.get(currentAtom)?.former ?? { id: '', name: DEFAULT_NAME };
    if (id) await reload(id);
    else await showDefault(name);
  },
  async keepMine(): Promise<void> {
    await decide('mine');
  },
  async takeTheirs(): Promise<void> {
    if (!(await decide('theirs'))) await reload();
  },
  /** After a failed start; fails again when the server still does not answer. */
  async loadAgain(): Promise<void> {
    await startLayouts();
    if (store.get(currentAtom)?.status === 'unloaded') throw new Error(text('layout.notLoaded'));
  },
  /** The server answers again: the layouts come by themselves, unless a person has changed what is on screen. */
  async loadUnasked(): Promise<void> {
    const before = fingerprint(envelopeNow());
    await startLayouts(() => fingerprint(envelopeNow()) === before);
  },
});
