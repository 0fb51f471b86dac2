import { describe, expect, it } from 'vitest';
import { blankEnvelope } from '../sync/defaults.ts';
import type { Envelope } from './envelope.ts';
import { merge } from './merge.ts';

const panel = (state: unknown, args = {}) => ({ view: 'collectOrder', version: 1, args, state });

/** Tabs side by side, each with the state of its panel. */
const layout = (states: Record<string, unknown>, more: Partial<Envelope> = {}): Envelope => ({
  ...blankEnvelope('x'),
  layout: {
    layout: {
      type: 'row',
      children: Object.keys(states).map((id) => ({ type: 'tabset', children: [{ type: 'tab', id }] })),
    },
    subLayouts: {},
  },
  panels: Object.fromEntries(Object.entries(states).map(([id, state]) => [id, panel(state)])),
  ...more,
});
const states = ({ panels }: Envelope) =>
  Object.fromEntries(Object.entries(panels).map(([id, { state }]) => [id, state]));

describe('two windows on one layout', () => {
  const base = layout({ a: 1, b: 1 });

  it('each keep the panel state they changed', () => {
    const merged = merge(base, layout({ a: 2, b: 1 }), layout({ a: 1, b: 3 }))!;
    expect(merged.behind).toBe(false);
    expect(states(merged.envelope)).toEqual({ a: 2, b: 3 });
    expect(states(merge(base, layout({ a: 2, b: 1 }), layout({ a: 5, b: 3 }))!.envelope)).toEqual({
      a: 2,
      b: 3,
    });
  });

  it('keep the tree that one of them changed, with the panel state of the other', () => {
    const mine = merge(base, layout({ a: 1, b: 1, c: 1 }), layout({ a: 1, b: 3 }))!;
    expect(mine.behind).toBe(false);
    expect(states(mine.envelope)).toEqual({ a: 1, b: 3, c: 1 });
    const theirs = merge(base, layout({ a: 2, b: 1 }), layout({ a: 1, c: 4 }))!;
    expect(theirs.behind).toBe(true);
    expect(states(theirs.envelope)).toEqual({ a: 2, c: 4 });
  });

  it('are a conflict when both changed the tree, and not to the same', () => {
    expect(merge(base, layout({ a: 1 }), layout({ b: 1 }))).toBeUndefined();
    expect(merge(base, layout({ b: 2 }), layout({ b: 1 }))!.behind).toBe(false);
  });

  it('are a conflict when a link was changed on one side and the tree on the other', () => {
    const links = { panels: { a: { colour: 'pink' as const } }, contexts: {} };
    expect(merge(base, layout({ a: 1, b: 1 }, { links }), layout({ a: 1 }))).toBeUndefined();
  });

  it('take the newer context of a colour', () => {
    const on = (id: string) => ({ resource: 'collectOrder', id, source: 'a' });
    const linked = (pink: string, blue?: string) =>
      layout(
        { a: 1 },
        { links: { panels: {}, contexts: { pink: on(pink), ...(blue && { blue: on(blue) }) } } },
      );
    const merged = merge(linked('1'), linked('1', '7'), linked('2'))!;
    expect(merged.envelope.links.contexts).toEqual({ pink: on('2'), blue: on('7') });
  });
});
