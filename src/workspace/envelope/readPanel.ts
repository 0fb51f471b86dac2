import { LOST_VIEW, type PanelRecord, type Repair } from './envelope.ts';
import { isObject, plain } from './plain.ts';
import { readTabName } from './tabName.ts';

const VIEW = /^[A-Za-z][\w-]{0,63}$/;

export const shortText = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.length <= max ? value : undefined;

export const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;

/** Tabs of one view are not so many. */
const NTH_MOST = 999;

/** A panel's record out of anything; one that cannot be read keeps its place and is a card. */
export function readPanel(id: string, raw: unknown, repairs: Repair[]): PanelRecord {
  if (!isObject(raw) || typeof raw.view !== 'string' || !VIEW.test(raw.view)) {
    repairs.push({ code: 'badPanel', detail: id.slice(0, 64) });
    return { view: LOST_VIEW, version: 0, args: {}, state: null };
  }
  const args = plain(raw.args ?? {}, 8_192);
  const shown = plain(raw.shown, 8_192);
  const nth = count(raw.nth);
  const name = readTabName(raw.name);
  const state = raw.state === undefined ? null : plain(raw.state);
  if (state === undefined) repairs.push({ code: 'stateDropped', detail: raw.view });
  return {
    view: raw.view,
    version: count(raw.version),
    args: isObject(args) ? args : {},
    state: state ?? null,
    title: shortText(raw.title, 200),
    ...(name && { name }),
    ...(nth > 0 && nth <= NTH_MOST && { nth }),
    ...(isObject(shown) && { shown }),
  };
}
