import type { IJsonSubLayout } from 'flexlayout-react';
import { expect, it } from 'vitest';
import { emptyTree } from '../envelope/envelope.ts';
import { floatsWithin } from './floats.ts';

const ROOM = { width: 1000, height: 600 };

const treeWith = (rect: Required<IJsonSubLayout>['rect'], type: 'float' | 'window' = 'float') => ({
  ...emptyTree(),
  subLayouts: { one: { type, layout: { type: 'row' as const, children: [] }, rect } },
});
const moved = (rect: Required<IJsonSubLayout>['rect'], room = ROOM) =>
  floatsWithin(treeWith(rect), room)?.subLayouts.one?.rect;

it('brings a floating panel back from beyond each edge', () => {
  expect(moved({ x: 100, y: -50, width: 400, height: 300 })).toEqual({
    x: 100,
    y: 0,
    width: 400,
    height: 300,
  });
  expect(moved({ x: -9000, y: 20, width: 400, height: 300 })).toEqual({
    x: 0,
    y: 20,
    width: 400,
    height: 300,
  });
  expect(moved({ x: 800, y: 500, width: 400, height: 300 })).toEqual({
    x: 600,
    y: 300,
    width: 400,
    height: 300,
  });
});

it('makes one smaller that is larger than the workspace', () => {
  expect(moved({ x: 40, y: 40, width: 1200, height: 900 })).toEqual({ x: 0, y: 0, width: 1000, height: 600 });
});

it('leaves alone what lies inside, a window of its own, and everything while there is no room to speak of', () => {
  expect(moved({ x: 600, y: 300, width: 400, height: 300 })).toBeUndefined();
  expect(moved({ x: -9000, y: 0, width: 400, height: 300 }, { width: 0, height: 0 })).toBeUndefined();
  expect(floatsWithin(treeWith({ x: -9000, y: 0, width: 400, height: 300 }, 'window'), ROOM)).toBeUndefined();
});
