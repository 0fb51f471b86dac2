import { getDefaultStore } from 'jotai';
import { type LayoutDetail, isCallError, layoutApi, toast, translate } from '../../kit/index.ts';
import type { Envelope, ReadResult } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { findCopy, keepBroken } from './crash.ts';
import { defaultEnvelope } from './defaults.ts';
import { adopt, envelopeNow, flush, noteChange, overwrite } from './saver.ts';
import { currentAtom, layoutsAtom, reportAtom } from './state.ts';

/** The layouts of a person: which there are, which is shown, and what can be done with them. */

const store = getDefaultStore();
const text = (key: string, values?: Record<string, unknown>): string => translate(`workspace:${key}`, values);

export const refreshList = async (): Promise<void> =>
  store.set(layoutsAtom, await layoutApi.list('workspace'));

function read(raw: unknown, fallback: Envelope, name: string): Envelope {
  const result: ReadResult = readEnvelope(raw, fallback);
  if (result.repairs.length > 0) {
    keepBroken(name, raw);
    store.set(reportAtom, { name, repairs: result.repairs, replaced: result.replaced });
  }
  return result.envelope;
}

function show(detail: LayoutDetail, fallback: Envelope): void {
  const { id, name, version } = detail;
  const base = detail.baseline == null ? fallback : readEnvelope(detail.baseline, fallback).envelope;
  const copy = findCopy(id, version);
  const raw = copy ?? detail.working ?? detail.baseline;
  const shown = raw == null ? fallback : read(raw, base, name);
  adopt({ id, name, version }, { ...shown, id, name }, base);
  if (copy !== undefined) noteChange();
}

async function showDefault(name: string): Promise<void> {
  const envelope = await defaultEnvelope(name);
  adopt({ id: '', name, version: 0 }, envelope, envelope);
}

/** Loads the list and shows the active layout; without a server it is the role's default. */
export async function startLayouts(): Promise<void> {
  const name = text('layout.defaultName');
  try {
    await refreshList();
    const list = store.get(layoutsAtom);
    const active = list.find((layout) => layout.active) ?? list[0];
    if (!active) return await showDefault(name);
    show(await layoutApi.detail(active.id), await defaultEnvelope(active.name));
  } catch (error) {
    await showDefault(name);
    if (isCallError(error) && error.code !== 401)
      toast.warning(text('layout.notLoaded'), { description: error.message });
  }
}

/** Shows what the server has of the current layout, dropping what is on screen. */
export async function reload(id = store.get(currentAtom)?.id): Promise<void> {
  if (!id) return showDefault(store.get(currentAtom)?.name ?? text('layout.defaultName'));
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
    await flush();
    const envelope = from === 'copy' ? { ...envelopeNow(), name } : await defaultEnvelope(name);
    const { id } = await layoutApi.save({
      name,
      kind: 'workspace',
      baseline: JSON.stringify(envelope),
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
    const version =
      store.get(layoutsAtom).find((layout) => layout.id === id)?.version ?? current?.version ?? 0;
    if (current?.id === id) store.set(currentAtom, { ...current, name, version });
  },
  async remove(id: string): Promise<void> {
    await layoutApi.remove(id);
    await refreshList();
    if (store.get(currentAtom)?.id !== id) return;
    const next = store.get(layoutsAtom)[0];
    if (next) await layouts.open(next.id);
    else await showDefault(text('layout.defaultName'));
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
    if (!current) return;
    const base = envelopeNow();
    adopt(current, await defaultEnvelope(current.name), base);
    noteChange();
  },
  keepMine: overwrite,
  takeTheirs: (): Promise<void> => reload(),
});
