import type { AlertSubject } from '../../../contract/alertDrill.ts';
import { alertLink } from '../../../contract/alertDrill.ts';
import { type Envelope, type PanelRecord, SCHEMA } from '../envelope/envelope.ts';

/** The layout that an incident is looked into with: each panel narrowed to what fell. */

export interface IncidentSubject extends AlertSubject {
  id: string;
  /** As people read it. */
  name: string;
  ruleId: string | null;
  /** Instants; the end is null while it fires. */
  openedAt: string;
  resolvedAt: string | null;
}

const MINUTE_MS = 60_000;
const RESOURCES = { channelId: 'channel', upstreamId: 'upstream', merchantId: 'merchant' } as const;

/** From the window that raised it to its end, or open while it fires. */
function spanOf({ openedAt, resolvedAt, windowMinutes }: IncidentSubject) {
  const from = new Date(Date.parse(openedAt) - windowMinutes * MINUTE_MS).toISOString();
  return { from, ...(resolvedAt !== null && { to: resolvedAt }) };
}

type Panels = Record<string, Pick<PanelRecord, 'view' | 'args'>>;

/** The rows that the measure counts, over the whole incident rather than one window of it. */
function rowsOf(subject: IncidentSubject): Panels {
  const link = alertLink(subject, Date.parse(subject.openedAt));
  if (!link) return {};
  const args = Object.fromEntries(
    Object.entries(link.args).map(([field, value]) => [field, isEnds(value) ? spanOf(subject) : value]),
  );
  return { rows: { view: link.view, args } };
}

const isEnds = (value: unknown): boolean => value !== null && typeof value === 'object' && 'from' in value;

/** Of which channel, upstream or merchant it is. */
function subjectsOf(subject: IncidentSubject): Panels {
  const fields = ['channelId', 'upstreamId', 'merchantId'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const id = subject[field];
      return id === null ? [] : [[RESOURCES[field], { view: RESOURCES[field], args: { id } }] as const];
    }),
  );
}

function panelsOf(subject: IncidentSubject): Panels {
  const { id, ruleId, merchantId } = subject;
  return {
    chart: { view: 'incidentChart', args: { incident: id } },
    ...rowsOf(subject),
    ...subjectsOf(subject),
    before: { view: 'alertIncident', args: ruleId === null ? {} : { ruleId: [ruleId] } },
    callbacks: {
      view: 'callback',
      args: {
        delivered: false,
        sentAt: spanOf(subject),
        ...(merchantId !== null && { merchantId: [merchantId] }),
      },
    },
  };
}

const pane = (weight: number, ids: readonly string[]) => ({
  type: 'tabset',
  weight,
  selected: 0,
  children: ids.map((id) => ({ type: 'tab', id })),
});
const filled = (panes: readonly ReturnType<typeof pane>[]) =>
  panes.filter(({ children }) => children.length > 0);

/** @param isOpen may the caller open this view */
export function incidentEnvelope(subject: IncidentSubject, isOpen: (view: string) => boolean): Envelope {
  const panels = Object.fromEntries(Object.entries(panelsOf(subject)).filter(([, { view }]) => isOpen(view)));
  const only = (...ids: string[]) => ids.filter((id) => id in panels);
  const columns = [
    { weight: 62, panes: filled([pane(36, only('chart')), pane(64, only('rows'))]) },
    {
      weight: 38,
      panes: filled([
        pane(30, only('channel', 'upstream', 'merchant')),
        pane(32, only('before')),
        pane(38, only('callbacks')),
      ]),
    },
  ].filter(({ panes }) => panes.length > 0);
  return {
    schema: SCHEMA,
    id: '',
    name: subject.name,
    scope: 'user',
    baseVersion: 0,
    locked: false,
    layout: {
      layout: {
        type: 'row',
        weight: 100,
        children: columns.map(({ weight, panes }) => ({ type: 'row', weight, children: panes })),
      },
      subLayouts: {},
    },
    links: { panels: {}, contexts: {} },
    panels: Object.fromEntries(
      Object.entries(panels).map(([id, panel]) => [id, { ...panel, version: 1, state: null }]),
    ),
  };
}
