import { beforeEach, describe, expect, it } from 'vitest';
import { link } from '../../kit/index.ts';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { fingerprint } from '../envelope/compare.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { activity, keepMounted } from './activity.ts';
import { desk } from './desk.ts';
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
    expect(desk.open('collectOrder', { status: [7] }, true)).not.toBe(first);
  });

  it('gives the focus back to the panel before when one closes', () => {
    desk.select('funds');
    const opened = desk.open('merchant', {});
    expect(activity.active()).toBe(opened);
    desk.close(opened);
    expect(activity.active()).toBe('funds');
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
  });

  it('keeps links of living tabs only', () => {
    link.setColour('dashboard', 'cyan');
    link.publish('orders', { resource: 'collectOrder', id: '5' });
    expect(desk.snapshot().links.contexts.pink).toMatchObject({ id: '5', source: 'orders' });
    desk.close('dashboard');
    expect(Object.keys(desk.snapshot().links.panels).sort()).toEqual(['assets', 'funds', 'log', 'orders']);
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
