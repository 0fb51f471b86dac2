import { LINK_COLOURS, type LinkState } from '../../kit/index.ts';
import {
  type Envelope,
  type PanelRecord,
  type ReadResult,
  type Repair,
  SCHEMA,
  tabIdsOf,
} from './envelope.ts';
import { migrate } from './migrate.ts';
import { numbered } from './numbers.ts';
import { FORBIDDEN_KEYS, isObject, plain } from './plain.ts';
import { count, readPanel, shortText } from './readPanel.ts';
import { readTree } from './tree.ts';

const MAX_TEXT = 1_000_000;
const MAX_PANELS = 400;
const PANEL_ID = /^[\w-]{1,64}$/;

/** Where the records as such are lost, a tab that the default has too shows what it shows there, from the beginning. */
const known = ({ panels }: Envelope): Map<string, PanelRecord> =>
  new Map(Object.entries(panels).map(([id, record]) => [id, { ...record, state: null }]));

function readPanels(raw: unknown, fallback: Envelope, repairs: Repair[]): Map<string, PanelRecord> {
  if (!isObject(raw)) {
    repairs.push({ code: 'panelsLost' });
    return known(fallback);
  }
  const panels = new Map<string, PanelRecord>();
  for (const [id, value] of Object.entries(raw).slice(0, MAX_PANELS)) {
    if (!PANEL_ID.test(id) || FORBIDDEN_KEYS.has(id)) continue;
    panels.set(id, readPanel(id, value, repairs));
  }
  return panels;
}

/** Absent, or a list of what is known. */
const isListOf = (value: unknown, known: (each: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(known));

function readLinks(raw: unknown, tabs: ReadonlySet<string>): LinkState {
  const copy = plain(raw, 16_384);
  const source = isObject(copy) ? copy : {};
  const known = (colour: unknown): boolean => LINK_COLOURS.includes(colour as (typeof LINK_COLOURS)[number]);
  const panels = Object.entries(isObject(source.panels) ? source.panels : {}).filter(
    ([tab, panel]) => tabs.has(tab) && isObject(panel) && known(panel.colour) && isListOf(panel.also, known),
  );
  const contexts = Object.entries(isObject(source.contexts) ? source.contexts : {}).filter(
    ([colour, context]) =>
      known(colour) &&
      isObject(context) &&
      typeof context.id === 'string' &&
      typeof context.resource === 'string',
  );
  return {
    panels: Object.fromEntries(panels),
    contexts: Object.fromEntries(contexts),
  } as unknown as LinkState;
}

function parse(raw: unknown): { value?: Record<string, unknown>; problem?: Repair } {
  if (typeof raw !== 'string') return isObject(raw) ? { value: raw } : { problem: { code: 'unreadable' } };
  if (raw.length > MAX_TEXT) return { problem: { code: 'tooLarge' } };
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? { value } : { problem: { code: 'unreadable' } };
  } catch {
    return { problem: { code: 'unreadable' } };
  }
}

function build(raw: Record<string, unknown>, fallback: Envelope): ReadResult {
  const repairs: Repair[] = [];
  const panels = readPanels(raw.panels, fallback, repairs);
  const layout = readTree(raw.layout, new Set(panels.keys()), repairs);
  const tabs = new Set(tabIdsOf(layout));
  // A workspace that a person emptied stays empty; one that lost all its tabs does not.
  if (tabs.size === 0 && (panels.size > 0 || repairs.some(({ code }) => code === 'lostPanel')))
    return { envelope: fallback, repairs: [...repairs, { code: 'empty' }], replaced: true };
  const envelope: Envelope = {
    schema: SCHEMA,
    id: shortText(raw.id, 64) ?? fallback.id,
    name: shortText(raw.name, 100) ?? fallback.name,
    scope: raw.scope === 'role' ? 'role' : 'user',
    baseVersion: count(raw.baseVersion),
    locked: raw.locked === true,
    layout,
    links: readLinks(raw.links, tabs),
    panels: numbered([...tabs], Object.fromEntries(panels)),
  };
  return { envelope, repairs, replaced: false };
}

/**
 * Takes whatever was stored and returns a layout that can be shown: as it was, repaired, or `fallback`. Never throws;
 * `repairs` shows what was lost, and the caller keeps the original for export when it is not empty.
 */
export function readEnvelope(raw: unknown, fallback: Envelope): ReadResult {
  const instead = (problem: Repair): ReadResult => ({
    envelope: fallback,
    repairs: [problem],
    replaced: true,
  });
  try {
    const { value, problem } = parse(raw);
    if (!value) return instead(problem ?? { code: 'unreadable' });
    const migrated = migrate(value);
    if (migrated.kind === 'future') return instead({ code: 'future' });
    if (migrated.kind === 'unknown') return instead({ code: 'shape' });
    return build(migrated.raw, fallback);
  } catch {
    // Proxies, throwing getters and endless structures end here.
    return instead({ code: 'unreadable' });
  }
}
