import { describe, expect, it, vi } from 'vitest';
import { createSelection } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];

describe('selection across pages', () => {
  it('chooses, toggles and clears single rows', () => {
    const selection = createSelection();
    selection.toggle('a');
    selection.toggle('c');
    expect(selection.ids()).toEqual(['a', 'c']);
    selection.toggle('a');
    expect(selection.ids()).toEqual(['c']);
    selection.clear();
    expect(selection.count(5)).toBe(0);
  });

  it('keeps what is ticked while a person moves on, and drops it when one row is pointed at', () => {
    const selection = createSelection();
    selection.toggle('a');
    selection.moveTo('b');
    expect(selection.ids()).toEqual(['a']);
    selection.toggle('b');
    expect(selection.ids()).toEqual(['a', 'b']);
    selection.point('d');
    expect(selection.ids()).toEqual([]);
    expect(selection.cursor()).toBe('d');
    selection.add('e');
    expect(selection.ids()).toEqual(['d', 'e']);
    selection.leave();
    expect(selection.cursor()).toBeUndefined();
  });

  it('takes a range from the last touched row, in either direction', () => {
    const selection = createSelection();
    selection.moveTo('d');
    selection.range('b', ORDER);
    expect(new Set(selection.ids())).toEqual(new Set(['b', 'c', 'd']));
    selection.range('e', ORDER);
    expect(selection.count(5)).toBe(4);
  });

  it('adds the row alone when the start of the range is not loaded', () => {
    const selection = createSelection();
    selection.moveTo('elsewhere');
    selection.range('b', ORDER);
    expect(selection.ids()).toEqual(['b']);
  });

  it('means all that match, but the exceptions', () => {
    const selection = createSelection();
    selection.all();
    selection.toggle('b');
    expect(selection.ids()).toBeUndefined();
    expect(selection.has('b')).toBe(false);
    expect(selection.has('never loaded')).toBe(true);
    expect(selection.count(12_431)).toBe(12_430);
    selection.toggle('b');
    expect(selection.count(12_431)).toBe(12_431);
  });

  it('keeps ticked what a command refused, and nothing that it did', () => {
    const selection = createSelection(['a', 'b', 'c']);
    selection.spend(['a', 'c', 'never ticked'], ['b'], selection.state());
    expect(selection.ids()).toEqual(['b']);
    selection.spend(['b'], []);
    expect(selection.ids()).toEqual([]);
  });

  it('keeps of all that match those that were refused', () => {
    const selection = createSelection();
    selection.all();
    selection.toggle('b');
    selection.spend(['a', 'never loaded'], ['c', 'nor this'], selection.state());
    expect(selection.ids()).toEqual(['c', 'nor this']);
    selection.all();
    selection.spend(['a'], [], selection.state());
    expect(selection.count(5)).toBe(0);
  });

  it('leaves alone what was chosen while the command went on', () => {
    const selection = createSelection();
    selection.all();
    const meant = selection.state();
    selection.clear();
    selection.toggle('d');
    selection.spend(['a'], ['b'], meant);
    expect(selection.ids()).toEqual(['d']);
    selection.all();
    selection.spend(['a'], ['b'], meant);
    expect(selection.count(5)).toBe(5);
  });

  it('tells its listeners until they leave', () => {
    const selection = createSelection(['a']);
    const listener = vi.fn();
    const undo = selection.subscribe(listener);
    selection.toggle('b');
    undo();
    selection.toggle('c');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(selection.state()).toEqual({ mode: 'some', ids: new Set(['a', 'b', 'c']) });
  });
});
