import { describe, expect, it } from 'vitest';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { marksOf, previewBoxes } from './boxes.ts';

const { envelope } = readEnvelope(operator, blankEnvelope('x'));

describe('the preview of a layout', () => {
  it('fills the workspace with its panes, none over another', () => {
    const boxes = previewBoxes(envelope.layout);
    expect(boxes.length).toBeGreaterThan(2);
    expect(boxes.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(1, 6);
    expect(boxes.flatMap(({ tabs }) => tabs).sort()).toEqual(Object.keys(envelope.panels).sort());
  });

  it('shows a floating panel where it floats', () => {
    const subLayouts = {
      f: {
        type: 'float' as const,
        rect: { x: 800, y: 450, width: 400, height: 90 },
        layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', id: 'a' }] }] },
      },
    };
    const [box] = previewBoxes({ layout: { type: 'row', children: [] }, subLayouts });
    expect(box).toMatchObject({ x: 0.5, y: 0.5, width: 0.25, height: 0.1, floats: true, shown: 'a' });
  });

  it('marks what came, went, moved and shows something else', () => {
    const to = structuredClone(envelope);
    let row: { children?: unknown[] } = to.layout.layout;
    while (row.children?.length === 1) row = row.children[0] as typeof row;
    row.children?.reverse();
    const { orders, ...panels } = to.panels;
    to.panels = { ...panels, orders: { ...orders!, args: { status: [1] } } };
    expect(marksOf(envelope, envelope).size).toBe(0);
    const marks = marksOf(envelope, to);
    expect(marks.get('orders')).toBe('moved');
    const named = structuredClone(envelope);
    named.panels.orders!.name = 'Night';
    expect([...marksOf(envelope, named)]).toEqual([['orders', 'changed']]);
    const emptied = {
      ...envelope,
      layout: { layout: { type: 'row', children: [] }, subLayouts: {} },
      panels: {},
    };
    expect(new Set(marksOf(envelope, emptied).values())).toEqual(new Set(['removed']));
    expect(new Set(marksOf(emptied, envelope).values())).toEqual(new Set(['added']));
  });
});
