import { beforeEach, describe, expect, it } from 'vitest';
import { defineView, link, setUserSetting } from '../../kit/index.ts';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { fingerprint } from '../envelope/compare.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { panelTitle } from '../panelTitle.ts';
import { provideViews } from '../views.tsx';
import { activity, keepMounted } from './activity.ts';
import { closed } from './closed.ts';
import { workspace } from './workspace.ts';
import { tabsetOf } from './model.ts';
import { learnColours } from './newTab.ts';
import { setLayoutLocked, setTabLocked } from './locks.ts';
import { panels } from './panels.ts';

const load = () => workspace.load(readEnvelope(operator, blankEnvelope('x')).envelope);
const asEnvelope = () => ({ ...blankEnvelope('x'), ...workspace.snapshot() });

describe('the workspace', () => {
  beforeEach(() => {
    setUserSetting('workspace.closed', []);
    load();
  });

  it('shows the chosen tab of every pane, and only that', () => {
    expect(workspace.ring()).toEqual(['orders', 'funds', 'assets', 'dashboard']);
    expect(activity.active()).toBe('orders');
  });

  it('focuses the tab that shows the same view with the same arguments', () => {
    const before = workspace.tabs().length;
    expect(workspace.open('merchantAsset', {})).toBe('assets');
    expect(activity.active()).toBe('assets');
    const first = workspace.open('collectOrder', { status: [7] });
    expect(workspace.open('collectOrder', { status: '[7]' })).toBe(first);
    expect(workspace.tabs()).toHaveLength(before);
    expect(workspace.open('collectOrder', { status: [7] }, { another: true })).not.toBe(first);
  });

  it('docks a panel in the workspace though its neighbour is in a window of its own by now', () => {
    workspace.popOut('funds', 'float');
    workspace.popOut('assets', 'float');
    const main = workspace.model()!.getRootRow()!.getLayoutId();
    workspace.dock(workspace.node('funds')!.getLayoutId());
    expect(workspace.node('funds')!.getLayoutId()).toBe(main);
    expect(workspace.isOut('assets')).toBe(true);
  });

  it('gives the focus back to the panel before when one closes', () => {
    workspace.select('funds');
    const opened = workspace.open('merchant', {});
    expect(activity.active()).toBe(opened);
    workspace.close(opened);
    expect(activity.active()).toBe('funds');
  });

  it('frames the pane that has the keys when a panel of another one closes', () => {
    workspace.select('assets');
    const opened = workspace.open('merchant', {});
    const pane = tabsetOf(workspace.node(opened))!.getId();
    workspace.close(opened);
    expect(activity.active()).toBe('assets');
    expect(workspace.model()?.getActiveTabset()?.getId()).toBe(tabsetOf(workspace.node('assets'))?.getId());
    expect(workspace.model()?.getActiveTabset()?.getId()).not.toBe(pane);
  });

  it('undoes and redoes, panels and their state included', () => {
    const before = fingerprint(asEnvelope());
    panels.saveState('funds', { top: 40 });
    workspace.close('funds');
    const after = fingerprint(asEnvelope());
    expect(after).not.toBe(before);
    expect(workspace.undo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(before);
    expect(workspace.snapshot().panels.funds!.state).toEqual({ top: 40 });
    expect(workspace.redo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(after);
    expect(workspace.redo()).toBe(false);
  });

  it('takes back another layout put in its place, with what its panels showed, and puts it there again', () => {
    panels.saveState('funds', { top: 40 });
    workspace.split('assets', 'right');
    const before = fingerprint(asEnvelope());
    workspace.replace(readEnvelope(operator, blankEnvelope('x')).envelope);
    const after = fingerprint(asEnvelope());
    expect(after).not.toBe(before);
    expect(workspace.undo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(before);
    expect(workspace.snapshot().panels.funds!.state).toEqual({ top: 40 });
    expect(workspace.redo()).toBe(true);
    expect(fingerprint(asEnvelope())).toBe(after);
    // The steps before it are still there.
    workspace.undo();
    expect(workspace.undo()).toBe(true);
    expect(workspace.ring()).toEqual(['orders', 'funds', 'assets', 'dashboard']);
  });

  it('takes back a colour, among the steps before and after it', () => {
    const colour = () => link.snapshot().panels.assets?.colour;
    const begun = colour();
    workspace.split('assets', 'right');
    workspace.setColours('assets', ['violet']);
    workspace.setColours('assets', ['violet']);
    workspace.close('assets');
    workspace.undo();
    expect(colour()).toBe('violet');
    workspace.undo();
    expect(colour()).toBe(begun);
    expect(workspace.siblings('assets')).toEqual(['assets']);
    workspace.redo();
    expect(colour()).toBe('violet');
    workspace.setColours('assets', []);
    expect(colour()).toBeUndefined();
    workspace.undo();
    expect(colour()).toBe('violet');
    workspace.undo();
    workspace.undo();
    expect(workspace.siblings('assets')).not.toEqual(['assets']);
  });

  it('does not make choosing a tab a step of its own', () => {
    workspace.select('assets');
    expect(workspace.undo()).toBe(false);
  });

  it('splits a tab out of its pane, and copies a lone one', () => {
    workspace.split('assets', 'right');
    expect(workspace.siblings('assets')).toEqual(['assets']);
    const before = workspace.tabs().length;
    panels.saveState('dashboard', { a: 1 });
    workspace.split('dashboard', 'bottom');
    expect(workspace.tabs()).toHaveLength(before + 1);
    const copy = activity.active()!;
    expect(panels.get(copy)).toMatchObject({ view: 'dashboard', state: { a: 1 } });
  });

  it('hides what is behind a maximised pane and shows it again on the way to it', () => {
    workspace.maximize('orders');
    expect(workspace.ring()).toEqual(['orders']);
    workspace.select('dashboard');
    expect(workspace.ring()).toContain('dashboard');
  });

  it('shows both halves of a maximised pane that is split', () => {
    workspace.maximize('orders');
    workspace.split('orders', 'right');
    expect(workspace.ring()).toEqual(expect.arrayContaining(['orders', activity.active()]));
    expect(workspace.ring()).toContain('dashboard');
  });

  it('numbers the second tab of a view, which keeps its number', () => {
    const second = workspace.open('collectOrder', { status: [7] }, { another: true });
    const title = panelTitle('orders');
    expect(title).not.toMatch(/\d/);
    expect(panelTitle(second)).toBe(`${title} 2`);
    const third = workspace.open('collectOrder', { status: [8] }, { another: true });
    // Not where it is in the layout.
    workspace.split(second, 'right');
    workspace.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect([panelTitle('orders'), panelTitle(second), panelTitle(third)]).toEqual([
      title,
      `${title} 2`,
      `${title} 3`,
    ]);
    workspace.close('orders');
    expect(panelTitle(second)).toBe(`${title} 2`);
    expect(panelTitle(workspace.open('collectOrder', { status: [9] }, { another: true }))).toBe(title);
  });

  it('does not take a number for a change of the layout', () => {
    const before = fingerprint(asEnvelope());
    const { panels: known } = workspace.snapshot();
    panels.replaceAll({ ...known, orders: { ...known.orders!, nth: 5, shown: { status: [2] } } });
    expect(fingerprint(asEnvelope())).toBe(before);
  });

  it('finds the tab that an address is of: the one that wrote it, else one that shows just that', () => {
    const second = workspace.open('collectOrder', {}, { another: true });
    const count = workspace.tabs().length;
    const by = (args: Record<string, unknown>, tab?: string) =>
      workspace.open('collectOrder', args, { byAddress: true, tab });
    panels.setShown(second, { status: [7] });
    workspace.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect(by({}, second)).toBe(second);
    expect(by({ status: '[7]' })).toBe(second);
    expect(by({ status: '[7]' }, 'orders')).toBe('orders');
    // A tab of another view, or one that is gone, wrote something else.
    expect(by({ status: '[7]' }, 'funds')).toBe(second);
    expect(by({ status: '[7]' }, 'gone')).toBe(second);
    expect(workspace.tabs()).toHaveLength(count);
  });

  it('opens a view in the largest pane, wherever the keys are', () => {
    workspace.select('assets');
    expect(workspace.siblings(workspace.open('merchant', {}))).toContain('orders');
  });

  it('shows a link in the tab that a link led to last, unless that is pinned or locked', () => {
    const first = workspace.open('collectOrder', { status: [7] });
    const count = workspace.tabs().length;
    expect(first).toBe('orders');
    expect(workspace.open('collectOrder', { status: [8] })).toBe(first);
    expect(workspace.tabs()).toHaveLength(count);
    expect(panels.get(first)).toMatchObject({ args: { status: [8] }, state: null });
    workspace.setPinned(first, true);
    const second = workspace.open('collectOrder', { status: [9] });
    expect(second).not.toBe(first);
    setTabLocked(second, true);
    expect(workspace.open('collectOrder', { status: [10] })).not.toBe(second);
    // The list itself is no link: nothing gives way for it.
    expect([first, second]).not.toContain(workspace.open('collectOrder', {}));
  });

  it('opens what was closed or replaced again, as it was and where it was, the latest first', () => {
    panels.saveState('funds', { top: 40 });
    const mates = workspace.siblings('assets');
    workspace.close('funds');
    // A list saves what it showed as it goes.
    closed.saveState('funds', { top: 41 });
    workspace.close('assets');
    expect(workspace.closed().map(({ id }) => id)).toEqual(['funds', 'assets']);
    expect(workspace.reopen()).toBe('assets');
    expect(workspace.siblings('assets')).toEqual(mates);
    expect(workspace.reopen()).toBe('funds');
    expect(panels.get('funds')!.state).toEqual({ top: 41 });
    expect(workspace.reopen()).toBeUndefined();
    workspace.close('funds');
    workspace.undo();
    expect(workspace.closed()).toEqual([]);
    panels.saveState('orders', { top: 7 });
    workspace.open('collectOrder', { status: [7] });
    const replaced = workspace.reopen()!;
    expect(replaced).not.toBe('orders');
    expect(panels.get(replaced)).toMatchObject({ args: {}, state: { top: 7 } });
  });

  it('opens the first tab of a view where the last of it was closed', () => {
    workspace.select('dashboard');
    const pane = workspace.siblings('assets');
    workspace.close('assets');
    const opened = workspace.open('merchantAsset', {});
    expect(workspace.siblings(opened).filter((id) => id !== opened)).toEqual(
      pane.filter((id) => id !== 'assets'),
    );
  });

  it('moves nothing in a locked layout and closes only what was opened since', () => {
    const before = fingerprint(asEnvelope());
    setLayoutLocked(true);
    workspace.close('funds');
    const opened = workspace.open('merchant', {});
    expect(workspace.tabs()).toEqual(expect.arrayContaining(['funds', opened]));
    workspace.close(opened);
    expect(workspace.tabs()).not.toContain(opened);
    expect(workspace.snapshot().locked).toBe(true);
    setLayoutLocked(false);
    expect(fingerprint(asEnvelope())).toBe(before);
  });

  it('brings a floating panel back to the pane it left', () => {
    const before = workspace.siblings('assets');
    workspace.popOut('assets', 'float');
    expect(workspace.isOut('assets')).toBe(true);
    workspace.dock(workspace.node('assets')!.getLayoutId());
    expect(workspace.isOut('assets')).toBe(false);
    expect(workspace.siblings('assets')).toEqual(before);
    expect(workspace.snapshot().layout.subLayouts).toEqual({});
    workspace.popOut('orders', 'float');
    workspace.dock(workspace.node('orders')!.getLayoutId());
    expect(workspace.isOut('orders')).toBe(false);
  });

  it('brings a panel that was alone back to the side where it was', () => {
    const alone = workspace.tabs().find((id) => workspace.siblings(id).length === 1)!;
    const shape = () =>
      JSON.stringify(workspace.snapshot().layout.layout, (key, value) =>
        ['id', 'weight', 'active', 'maximized'].includes(key) ? undefined : value,
      );
    const before = shape();
    workspace.popOut(alone, 'float');
    expect(shape()).not.toBe(before);
    workspace.dock(workspace.node(alone)!.getLayoutId());
    expect(shape()).toBe(before);
  });

  it('moves a floating panel inside where it is out of reach, which is no step of anybody’s', () => {
    workspace.popOut('assets', 'float');
    const stored = asEnvelope();
    const [float] = Object.values(stored.layout.subLayouts);
    float!.rect = { x: 40, y: -50, width: 400, height: 300 };
    workspace.load(readEnvelope(stored, blankEnvelope('x')).envelope);
    workspace.select('assets');
    workspace.fitFloats({ width: 1000, height: 200 });
    const [fitted] = Object.values(workspace.snapshot().layout.subLayouts);
    expect(fitted!.rect).toEqual({ x: 40, y: 0, width: 400, height: 200 });
    expect(activity.active()).toBe('assets');
    expect(workspace.undo()).toBe(false);
  });

  it('parks windows until they are asked for, and saves them meanwhile', () => {
    workspace.popOut('assets', 'window');
    const stored = asEnvelope();
    expect(Object.values(stored.layout.subLayouts)).toHaveLength(1);
    workspace.load(readEnvelope(JSON.stringify(stored), blankEnvelope('x')).envelope);
    expect(workspace.tabs()).not.toContain('assets');
    expect(asEnvelope().panels).toHaveProperty('assets');
    const [id] = Object.keys(stored.layout.subLayouts);
    workspace.unpark(id!, 'float');
    expect(workspace.tabs()).toContain('assets');
    // The way back leads to where it waited, and loses nothing.
    expect(workspace.undo()).toBe(true);
    expect(workspace.tabs()).not.toContain('assets');
    expect(asEnvelope().panels).toHaveProperty('assets');
    expect(workspace.redo()).toBe(true);
    expect(workspace.tabs()).toContain('assets');
  });

  it('opens no second tab for a view whose window is parked, and brings the window back when a person asks', () => {
    workspace.popOut('orders', 'window');
    workspace.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    const before = workspace.tabs();
    expect(workspace.open('collectOrder', {}, { byAddress: true, tab: 'orders' })).toBe('orders');
    expect(workspace.tabs()).toEqual(before);
    expect(workspace.open('collectOrder', {})).toBe('orders');
    expect(workspace.tabs()).toContain('orders');
    expect(workspace.snapshot().layout.subLayouts).not.toEqual({});
  });

  it('shows what waits in a window as a floating panel where a link leads to it', () => {
    workspace.popOut('orders', 'window');
    workspace.load(readEnvelope(JSON.stringify(asEnvelope()), blankEnvelope('x')).envelope);
    expect(workspace.open('collectOrder', {}, { byAddress: true })).toBe('orders');
    expect(workspace.tabs()).toContain('orders');
    expect(Object.values(workspace.snapshot().layout.subLayouts)).toMatchObject([{ type: 'float' }]);
  });

  it('puts a second tab of a view next to the first, on its colour', () => {
    workspace.select('dashboard');
    link.setColours('orders', ['green']);
    const second = workspace.open('collectOrder', { status: [7] });
    expect(workspace.siblings('orders')).toContain(second);
    expect(workspace.snapshot().links.panels[second]).toEqual({ colour: 'green' });
    expect(workspace.snapshot().links.panels).not.toHaveProperty(workspace.open('merchant', {}));
  });

  it('puts a view on the colour it has in the role’s layout, unless a person took it off', () => {
    learnColours(readEnvelope(operator, blankEnvelope('x')).envelope);
    link.setColours('orders', []);
    expect(workspace.snapshot().links.panels).not.toHaveProperty(
      workspace.open('collectOrder', { status: [7] }),
    );
    workspace.close('log');
    const again = workspace.open('orderLog', {});
    expect(workspace.snapshot().links.panels[again]).toEqual({ colour: 'pink' });
  });

  it('leaves a view that follows its colour alone when it is opened with arguments', () => {
    const load = () => Promise.reject(new Error('not drawn here'));
    const undo = provideViews([defineView({ id: 'fundDetail', follows: true, load })], load);
    const one = workspace.open('fundDetail', { orderNo: 'C1' });
    const all = workspace.open('fundDetail', {}, { another: true });
    undo();
    expect(workspace.snapshot().links.panels).not.toHaveProperty(one);
    expect(workspace.snapshot().links.panels[all]).toEqual({ colour: 'pink' });
  });

  it('keeps links of living tabs only', () => {
    link.setColours('dashboard', ['cyan']);
    link.publish('orders', { resource: 'collectOrder', id: '5' });
    expect(workspace.snapshot().links.contexts.pink).toMatchObject({ id: '5', source: 'orders' });
    workspace.close('dashboard');
    const left = Object.keys(workspace.snapshot().links.panels).sort();
    expect(left).toEqual(['assets', 'funds', 'log', 'orders', 'payOrders']);
    const stored = JSON.stringify(asEnvelope());
    load();
    workspace.load(readEnvelope(stored, blankEnvelope('x')).envelope);
    expect(workspace.snapshot().links.contexts.pink).toMatchObject({ id: '5' });
  });

  it('never closes a pinned tab', () => {
    workspace.setPinned('assets', true);
    workspace.close('assets');
    workspace.closeOthers('funds');
    expect(workspace.tabs()).toContain('assets');
  });
});

describe('what stays mounted', () => {
  it('is everything visible and the latest hidden ones', () => {
    expect(keepMounted(['a', 'b', 'c'], ['d'], 2)).toEqual(['b', 'c', 'd']);
    expect(keepMounted(['a', 'b', 'c'], ['a'], 1)).toEqual(['c', 'a']);
    expect(keepMounted([], ['x', 'y'], 0)).toEqual(['x', 'y']);
  });
});
