import { describe, expect, it } from 'vitest';
import { blankEnvelope } from '../sync/defaults.ts';
import { type Envelope, tabIdsOf } from './envelope.ts';
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

  const ids = ({ layout: tree }: Envelope) => tabIdsOf(tree);
  const columns = (...panes: string[][]): Envelope => {
    const all = layout(Object.fromEntries(panes.flat().map((id) => [id, 1])));
    all.layout.layout.children = panes.map((pane) => ({
      type: 'tabset',
      children: pane.map((id) => ({ type: 'tab', id })),
    }));
    return all;
  };

  it('merge when each closes or opens panels of its own', () => {
    const merged = merge(base, layout({ a: 1 }), layout({ b: 1 }))!;
    expect(ids(merged.envelope)).toEqual([]);
    const opened = merge(columns(['a'], ['b']), columns(['a', 'x'], ['b']), columns(['a'], ['b', 'y']))!;
    expect(ids(opened.envelope)).toEqual(['a', 'x', 'b', 'y']);
    expect(opened.behind).toBe(true);
    expect(Object.keys(opened.envelope.panels).sort()).toEqual(['a', 'b', 'x', 'y']);
  });

  it('open a panel next to what it was next to, in the tree that the other one rearranged', () => {
    const merged = merge(columns(['a'], ['b']), columns(['a'], ['b'], ['x']), columns(['b'], ['a']))!;
    expect(ids(merged.envelope)).toEqual(['b', 'x', 'a']);
    expect(merged.behind).toBe(true);
  });

  it('keep the sizes that each changed', () => {
    const wide = (a: number, b: number) => {
      const sized = columns(['a'], ['b']);
      Object.assign(sized.layout.layout.children![0]!, { weight: a });
      Object.assign(sized.layout.layout.children![1]!, { weight: b });
      return sized;
    };
    const merged = merge(wide(50, 50), wide(60, 50), wide(50, 30))!;
    expect(
      merged.envelope.layout.layout.children!.map((pane) => (pane as { weight?: number }).weight),
    ).toEqual([60, 30]);
  });

  it('are a conflict when both moved panels, and not to the same places', () => {
    const was = columns(['a', 'b', 'c']);
    expect(merge(was, columns(['a'], ['b', 'c']), columns(['a', 'b'], ['c']))).toBeUndefined();
    expect(merge(was, columns(['a'], ['b', 'c']), columns(['a'], ['b', 'c']))!.behind).toBe(false);
  });

  it('keep a link that one changed and the tree that the other changed', () => {
    const links = { panels: { a: { colour: 'pink' as const } }, contexts: {} };
    const merged = merge(base, layout({ a: 1, b: 1 }, { links }), layout({ a: 1 }))!;
    expect(merged.envelope.links.panels).toEqual({ a: { colour: 'pink' } });
    expect(ids(merged.envelope)).toEqual(['a']);
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
