import { describe, expect, it } from 'vitest';
import { tabIdsOf } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { type IncidentSubject, incidentEnvelope } from './incidentEnvelope.ts';

const subject: IncidentSubject = {
  id: '7',
  name: 'Success rate',
  ruleId: '3',
  measure: 'collectOrder.rate',
  merchantId: null,
  upstreamId: null,
  channelId: '12',
  currency: 'INR',
  windowMinutes: 30,
  openedAt: '2026-11-26T10:00:00.000Z',
  resolvedAt: null,
};

describe('the layout of an incident', () => {
  it('narrows every panel to what fell, since the window that raised it', () => {
    const { panels, layout } = incidentEnvelope(subject, () => true);
    expect(tabIdsOf(layout).sort()).toEqual(Object.keys(panels).sort());
    expect(panels.rows).toMatchObject({
      view: 'collectOrder',
      args: { channelId: ['12'], currency: ['INR'], createdAt: { from: '2026-11-26T09:30:00.000Z' } },
    });
    expect(panels.channel).toMatchObject({ view: 'channel', args: { id: '12' } });
    expect(panels.callbacks!.args).toMatchObject({ delivered: false });
    expect(panels.upstream).toBeUndefined();
  });

  it('ends with the incident, and has only what the person may open', () => {
    const ended = { ...subject, resolvedAt: '2026-11-26T11:15:00.000Z' };
    const { panels, layout } = incidentEnvelope(ended, (view) => view === 'collectOrder');
    expect(Object.keys(panels)).toEqual(['rows']);
    expect(tabIdsOf(layout)).toEqual(['rows']);
    expect(panels.rows!.args.createdAt).toEqual({
      from: '2026-11-26T09:30:00.000Z',
      to: '2026-11-26T11:15:00.000Z',
    });
  });

  it('is a layout that needs no repair', () => {
    const made = incidentEnvelope(subject, () => true);
    expect(readEnvelope(made, blankEnvelope('x')).repairs).toEqual([]);
  });
});
