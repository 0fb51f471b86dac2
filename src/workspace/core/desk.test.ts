import { beforeEach, describe, expect, it } from 'vitest';
import { defineView, link } from '../../kit/index.ts';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { fingerprint } from '../envelope/compare.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { panelTitle } from '../panelTitle.ts';
import { provideViews } from '../views.tsx';
import { activity, keepMounted } from './activity.ts';
import { desk } from './desk.ts';
import { tabsetOf } from './model.ts';
import { learnColours } from './newTab.ts';
import { panels } from './panels.ts';

const load = () => desk.load(readEnvelope(operator, blankEnvelope('x')).envelope);
const asEnvelope = () => ({ ...blankEnvelope('x'), ...desk.snapshot() });

describe('the desk', () => {
  beforeEach(load);

  it('shows the chosen tab of every pane, and only that', () => {
    expect(desk.ring()).toEqual(['orders', 'funds', 'assets', 'dashboard']);
    expect(activity.active()).toBe('orders');
  });

  it('focuses the tab that shows the same view with the same arguments', () => {
    const before = desk.tabs().length;
    expect(desk.open('merchantAsset', {})).toBe('assets');
    expect(activity.active()).toBe('assets');
    const first = desk.open('collectOrder', { status: [7] });
    expect(desk.open('collectOrder', { status: '[7]' })).toBe(first);
    expect(desk.tabs()).toHaveLength(before + 1);
    expect(desk.open('collectOrder', { status: [7] }, { another: true })).not.toBe(first);
  });

  it('gives the focus back to the panel before when one closes', () => {
    desk.select('funds');
    const opened = desk.open('merchant', {});
    expect(activity.active()).toBe(opened);
    desk.close(opened);
    expect(activity.active()).toBe('funds');
  });

  it('frames the pane that has the keys when a panel of another one closes', () => {
    desk.select('assets');
    const opened = desk.open('merchant', {});
    const pane = tabsetOf(desk.node(opened))!.getId();
    desk.close(opened);
    expect(activity.active()).toBe('assets');
    expect(desk.model()?.getActiveTabset()?.getId()).toBe(tabsetOf(desk.node('assets'))?.getId());
    expect(desk.model()?.getActiveTabset()?.getId()).not.toBe(pane);
  });

  it('undoes and redoes, panels and their state included', () => {
    const before = fingerprint(asEnvelope());
    panels.saveState('funds', { top: 40 });
    desk.close('funds');
    const after = fingerprint(asEnvelope());
    expect(after).not.toBe(before);
    expect(desk.undo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(before);
    expect(desk.snapshot().panels.funds!.state).toEqual({ top: 40 });
    expect(desk.redo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(after);
    expect(desk.redo()).toBe(false);
  });

  it('takes back another layout put in its place, with what its panels showed, and puts it there again', () => {
    panels.saveState('funds', { top: 40 });
    desk.split('assets', 'right');
    const before = fingerprint(asEnvelope());
    desk.replace(readEnvelope(operator, blankEnvelope('x')).envelope);
    const after = fingerprint(asEnvelope());
    expect(after).not.toBe(before);
    expect(desk.undo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(before);
    expect(desk.snapshot().panels.funds!.state).toEqual({ top: 40 });
    expect(desk.redo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(after);
    // The steps before it are still there.
    desk.undo();
    expect(desk.undo()).toBe(true);
    expect(desk.ring()).toEqual(['orders', 'funds', 'assets', 'dashboard']);
  });

  it('takes back a colour, among the steps before and after it', () => {
    const colour = () => link.snapshot().panels.assets?.colour;
    const begun = colour();
    desk.split('assets', 'right');
    desk.setColour('assets', 'violet');
    desk.setColour('assets', 'violet');
    desk.close('assets');
    desk.undo();
    expect(colour()).toBe('violet');
    desk.undo();
    expect(colour()).toBe(begun);
    expect(desk.siblings('assets')).toEqual(['assets']);
    desk.redo();
    expect(colour()).toBe('violet');
    desk.setColour('assets', undefined);
    expect(colour()).toBeUndefined();
    desk.undo();
    expect(colour()).toBe('violet');
    desk.undo();
    desk.undo();
    expect(desk.siblings('assets')).not.toEqual(['assets']);
  });

  it('does not make choosing a tab a step of its own', () => {
    desk.select('assets');
    expect(desk.undo()).toBe(false);
  });

  it('splits a tab out of its pane, and copies a lone one', () => {
    desk.split('assets', 'right');
    expect(desk.siblings('assets')).toEqual(['assets']);
    const before = desk.tabs().length;
    panels.saveState('dashboard', { a: 1 });
    desk.split('dashboard', 'bottom');
    expect(desk.tabs()).toHaveLength(before + 1);
    const copy = activity.active()!;
    expect(panels.get(copy)).toMatchObject({ view: 'dashboard', state: { a: 1 } });
  });

  it('hides what is behind a maximised pane and shows it again on the way to it', () => {
    desk.maximize('orders');
    expect(desk.ring()).toEqual(['orders']);
    desk.select('dashboard');
    expect(desk.ring()).toContain('dashboard');
  });

  it('shows both halves of a maximised pane that is split', () => {
    desk.maximize('orders');
    desk.split('orders', 'right');
    expect(desk.ring()).toEqual(expect.arrayContaining(['orders', activity.active()]));
    expect(desk.ring()).toContain('dashboard');
  });

  it('numbers the second tab of a view, which keeps its number', () => {
    const second = desk.open('collectOrder', { status: [7] });
    const title = panelTitle('orders');
    expect(title).not.toMatch(/\d/);
    expect(panelTitle(second)).toBe(`${title} 2`);
    const third = desk.open('collectOrder', { status: [8] });
    // Not where it stands in the layout.
    desk.split(second, 'right');
    desk.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect([panelTitle('orders'), panelTitle(second), panelTitle(third)]).toEqual([
      title,
      `${title} 2`,
      `${title} 3`,
    ]);
    desk.close('orders');
    expect(panelTitle(second)).toBe(`${title} 2`);
    expect(panelTitle(desk.open('collectOrder', { status: [9] }))).toBe(title);
  });

  it('does not take a number for a change of the layout', () => {
    const before = fingerprint(asEnvelope());
    const { panels: known } = desk.snapshot();
    panels.replaceAll({ ...known, orders: { ...known.orders!, nth: 5, shown: { status: [2] } } });
    expect(fingerprint(asEnvelope())).toBe(before);
  });

  it('finds the tab that an address is of: the one that wrote it, else one that shows just that', () => {
    const second = desk.open('collectOrder', {}, { another: true });
    const count = desk.tabs().length;
    const by = (args: Record<string, unknown>, tab?: string) =>
      desk.open('collectOrder', args, { byAddress: true, tab });
    panels.setShown(second, { status: [7] });
    desk.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect(by({}, second)).toBe(second);
    expect(by({ status: '[7]' })).toBe(second);
    expect(by({ status: '[7]' }, 'orders')).toBe('orders');
    // A tab of another view, or one that is gone, wrote something else.
    expect(by({ status: '[7]' }, 'funds')).toBe(second);
    expect(by({ status: '[7]' }, 'gone')).toBe(second);
    expect(desk.tabs()).toHaveLength(count);
    // A click means the tab that was opened for it.
    expect(desk.open('collectOrder', { status: [7] })).not.toBe(second);
  });

  it('opens a view in the largest pane, wherever the keys are', () => {
    desk.select('assets');
    expect(desk.siblings(desk.open('merchant', {}))).toContain('orders');
  });

  it('gives the next look behind a figure the same tab, unless it is pinned', () => {
    const first = desk.open('collectOrder', { status: [7] }, { lookup: true });
    const count = desk.tabs().length;
    expect(desk.open('collectOrder', { status: [8] }, { lookup: true })).toBe(first);
    expect(desk.tabs()).toHaveLength(count);
    expect(panels.get(first)).toMatchObject({ args: { status: [8] }, state: null });
    desk.setPinned(first, true);
    expect(desk.open('collectOrder', { status: [9] }, { lookup: true })).not.toBe(first);
  });

  it('brings a floating panel back to the pane it left', () => {
    const before = desk.siblings('assets');
    desk.popOut('assets', 'float');
    expect(desk.isOut('assets')).toBe(true);
    desk.dock(desk.node('assets')!.getLayoutId());
    expect(desk.isOut('assets')).toBe(false);
    expect(desk.siblings('assets')).toEqual(before);
    expect(desk.snapshot().layout.subLayouts).toEqual({});
    desk.popOut('orders', 'float');
    desk.dock(desk.node('orders')!.getLayoutId());
    expect(desk.isOut('orders')).toBe(false);
  });

  it('brings a panel that stood alone back to the side where it stood', () => {
    const alone = desk.tabs().find((id) => desk.siblings(id).length === 1)!;
    const shape = () =>
      JSON.stringify(desk.snapshot().layout.layout, (key, value) =>
        ['id', 'weight', 'active', 'maximized'].includes(key) ? undefined : value,
      );
    const before = shape();
    desk.popOut(alone, 'float');
    expect(shape()).not.toBe(before);
    desk.dock(desk.node(alone)!.getLayoutId());
    expect(shape()).toBe(before);
  });

  it('moves a floating panel inside where it is out of reach, which is no step of anybody’s', () => {
    desk.popOut('assets', 'float');
    const stored = asEnvelope();
    const [float] = Object.values(stored.layout.subLayouts);
    float!.rect = { x: 40, y: -50, width: 400, height: 300 };
    desk.load(readEnvelope(stored, blankEnvelope('x')).envelope);
    desk.select('assets');
    desk.fitFloats({ width: 1000, height: 200 });
    const [fitted] = Object.values(desk.snapshot().layout.subLayouts);
    expect(fitted!.rect).toEqual({ x: 40, y: 0, width: 400, height: 200 });
    expect(activity.active()).toBe('assets');
    expect(desk.undo()).toBe(false);
  });

  it('parks windows until they are asked for, and saves them meanwhile', () => {
    desk.popOut('assets', 'window');
    const stored = asEnvelope();
    expect(Object.values(stored.layout.subLayouts)).toHaveLength(1);
    desk.load(readEnvelope(JSON.stringify(stored), blankEnvelope('x')).envelope);
    expect(desk.tabs()).not.toContain('assets');
    expect(asEnvelope().panels).toHaveProperty('assets');
    const [id] = Object.keys(stored.layout.subLayouts);
    desk.unpark(id!, 'float');
    expect(desk.tabs()).toContain('assets');
    // The way back leads to where it waited, and loses nothing.
    expect(desk.undo()).toBe(true);
    expect(desk.tabs()).not.toContain('assets');
    expect(asEnvelope().panels).toHaveProperty('assets');
    expect(desk.redo()).toBe(true);
    expect(desk.tabs()).toContain('assets');
  });

  it('opens no second tab for a view whose window is parked, and brings the window back when a person asks', () => {
    desk.popOut('orders', 'window');
    desk.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    const before = desk.tabs();
    expect(desk.open('collectOrder', {}, { byAddress: true, tab: 'orders' })).toBe('orders');
    expect(desk.tabs()).toEqual(before);
    expect(desk.open('collectOrder', {})).toBe('orders');
    expect(desk.tabs()).toContain('orders');
    expect(desk.snapshot().layout.subLayouts).not.toEqual({});
    expect(desk.open('collectOrder', { status: [7] })).not.toBe('orders');
  });

  it('shows what waits in a window as a floating panel where a link leads to it', () => {
    desk.popOut('orders', 'window');
    desk.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect(desk.open('collectOrder', {}, { byAddress: true })).toBe('orders');
    expect(desk.tabs()).toContain('orders');
    expect(Object.values(desk.snapshot().layout.subLayouts)).toMatchObject([{ type: 'float' }]);
  });

  it('puts a second tab of a view beside the first, on its colour', () => {
    desk.select('dashboard');
    link.setColour('orders', 'green');
    const second = desk.open('collectOrder', { status: [7] });
    expect(desk.siblings('orders')).toContain(second);
    expect(desk.snapshot().links.panels[second]).toEqual({ colour: 'green' });
    expect(desk.snapshot().links.panels).not.toHaveProperty(desk.open('merchant', {}));
  });

  it('puts a view on the colour it has in the role’s layout, unless a person took it off', () => {
    learnColours(readEnvelope(operator, blankEnvelope('x')).envelope);
    link.setColour('orders', undefined);
    expect(desk.snapshot().links.panels).not.toHaveProperty(desk.open('collectOrder', { status: [7] }));
    desk.close('log');
    const again = desk.open('orderLog', {});
    expect(desk.snapshot().links.panels[again]).toEqual({ colour: 'pink' });
  });

  it('leaves a view that follows its colour alone when it is opened with arguments', () => {
    const load = () => Promise.reject(new Error('not drawn here'));
    const undo = provideViews([defineView({ id: 'fundDetail', follows: true, load })], load);
    const one = desk.open('fundDetail', { orderNo: 'C1' });
    const all = desk.open('fundDetail', {}, { another: true });
    undo();
    expect(desk.snapshot().links.panels).not.toHaveProperty(one);
    expect(desk.snapshot().links.panels[all]).toEqual({ colour: 'pink' });
  });

  it('keeps links of living tabs only', () => {
    link.setColour('dashboard', 'cyan');
    link.publish('orders', { resource: 'collectOrder', id: '5' });
    expect(desk.snapshot().links.contexts.pink).toMatchObject({ id: '5', source: 'orders' });
    desk.close('dashboard');
    const left = Object.keys(desk.snapshot().links.panels).sort();
    expect(left).toEqual(['assets', 'funds', 'log', 'orders', 'payOrders']);
    const stored = JSON.stringify(asEnvelope());
    load();
    desk.load(readEnvelope(stored, blankEnvelope('x')).envelope);
    expect(desk.snapshot().links.contexts.pink).toMatchObject({ id: '5' });
  });

  it('never closes a pinned tab', () => {
    desk.setPinned('assets', true);
    desk.close('assets');
    desk.closeOthers('funds');
    expect(desk.tabs()).toContain('assets');
  });
});

describe('what stays mounted', () => {
  it('is everything visible and the latest hidden ones', () => {
    expect(keepMounted(['a', 'b', 'c'], ['d'], 2)).toEqual(['b', 'c', 'd']);
    expect(keepMounted(['a', 'b', 'c'], ['a'], 1)).toEqual(['c', 'a']);
    expect(keepMounted([], ['x', 'y'], 0)).toEqual(['x', 'y']);
  });
});
