import { getDefaultStore } from 'jotai';
import { type LayoutDetail, type LayoutSummary, layoutApi } from '../../kit/index.ts';
import { normalised } from '../core/model.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { layoutsAtom } from './state.ts';

/** What the server has of a layout, read and comparable with what is on screen. */
export interface Stored {
  id: string;
  name: string;
  version: number;
  /** The last explicit save. */
  baseline: Envelope;
  /** What a person sees who opens it: the changes since, or the explicit save. */
  working: Envelope;
}

/** Written as the layout library writes it, whoever wrote it before. */
export const comparable = (envelope: Envelope): Envelope => ({
  ...envelope,
  layout: normalised(envelope.layout),
});

/** `fallback` replaces a part that is absent or cannot be read. */
export function readStored(detail: LayoutDetail, fallback: Envelope): Stored {
  const { id, name, version } = detail;
  const read = (raw: unknown, instead: Envelope): Envelope =>
    raw == null ? instead : readEnvelope(raw, instead).envelope;
  const baseline = read(detail.baseline, fallback);
  const working = read(detail.working, baseline);
  return { id, name, version, baseline: comparable(baseline), working: comparable(working) };
}

/** A layout that is on no server yet. */
export function unstored(envelope: Envelope): Stored {
  const same = comparable(envelope);
  return { id: '', name: envelope.name, version: 0, baseline: same, working: same };
}

/** Asks which layouts there are. */
export async function refreshList(): Promise<readonly LayoutSummary[]> {
  const list = await layoutApi.list('workspace');
  getDefaultStore().set(layoutsAtom, list);
  return list;
}

/** The layout a person opens next, or undefined when there is none. */
export async function findStored(fallback: Envelope): Promise<Stored | undefined> {
  const list = await refreshList();
  const active = list.find((layout) => layout.active) ?? list[0];
  return active && readStored(await layoutApi.detail(active.id), fallback);
}
