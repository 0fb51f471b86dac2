import { expect, it } from 'vitest';
import { type Placed, giveWay } from './giveWay.ts';

const figure = (id: string, width: number): Placed => ({ id, width, figure: true });
const text = (id: string, width: number, least?: number): Placed => ({ id, width, least, figure: false });

it('takes from the widest texts what the figures at the edge lack', () => {
  const columns = [
    text('type', 90),
    text('merchant', 120, 68),
    text('upstream', 100, 70),
    figure('fee', 110),
  ];
  expect(giveWay(columns, 420)).toEqual([90, 120, 100, 110]);
  expect(giveWay(columns, 410)).toEqual([90, 110, 100, 110]);
  expect(giveWay(columns, 390)).toEqual([90, 95, 95, 110]);
});

it('gives the room to the texts where that is not enough: the figures come as the list scrolls', () => {
  const columns = [
    text('merchant', 80, 68),
    figure('available', 110),
    figure('frozen', 110),
    text('remark', 90, 60),
  ];
  expect(giveWay(columns, 250)).toEqual([140, 110, 110, 90]);
  expect(giveWay([text('merchant', 120, 68), text('upstream', 120, 110), figure('fee', 160)], 247)).toEqual([
    124, 123, 160,
  ]);
});

it('gives it to any column where no text is, and to none whose width a person chose', () => {
  const box: Placed = { id: 'box', width: 30, figure: false, fixed: true };
  expect(giveWay([box, text('date', 80), figure('sum', 100)], 150)).toEqual([30, 120, 100]);
  expect(giveWay([figure('only', 110)], 60)).toEqual([110]);
});

it('leaves all as it is where the edge cuts a text', () => {
  const columns = [text('merchant', 80, 68), figure('available', 110), text('remark', 90, 60)];
  expect(giveWay(columns, 250)).toEqual([80, 110, 90]);
});

it('leaves names readable where a list shows three figures already', () => {
  const name = text('merchant', 120, 68);
  const three = ['count', 'sum', 'fee'].map((id) => figure(id, 100));
  const fourth = figure('net', 100);
  expect(giveWay([name, ...three, fourth], 496)).toEqual([96, 100, 100, 100, 100]);
  expect(giveWay([name, ...three, fourth], 495)).toEqual([195, 100, 100, 100, 100]);
  // Before the third it gives all it can.
  expect(giveWay([name, ...three], 368)).toEqual([68, 100, 100, 100]);
});

it('keeps nearly all of a name where a wide list shows enough without the figure at its edge', () => {
  const columns = [text('merchant', 190, 68), text('rest', 540), figure('paid', 110)];
  expect(giveWay(columns, 800)).toEqual([150, 540, 110]);
  const [merchant] = giveWay([text('merchant', 140, 68), text('rest', 700), figure('paid', 110)], 930);
  expect(merchant).toBe(230);
});

it('never makes a column narrower than the one it could be already is', () => {
  expect(giveWay([text('merchant', 60, 68), text('name', 90, 60), figure('sum', 100)], 240)).toEqual([
    60, 80, 100,
  ]);
});
