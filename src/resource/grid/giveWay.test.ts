import { expect, it } from 'vitest';
import { type Placed, giveWay } from './giveWay.ts';

const figure = (width: number): Placed => ({ width, whole: true });
const text = (width: number, least?: number): Placed => ({ width, least, whole: false });

it('takes from the texts what a figure at the edge lacks, as each has it to give', () => {
  const columns = [text(90), text(136, 96), text(116, 96), figure(110)];
  expect(giveWay(columns, 452)).toEqual([90, 136, 116, 110]);
  expect(giveWay(columns, 422)).toEqual([90, 116, 106, 110]);
  expect(giveWay(columns, 392)).toEqual([90, 96, 96, 110]);
});

it('gives the room to the texts where that is not enough: the figures come as the list scrolls', () => {
  expect(giveWay([text(80, 68), figure(110), figure(110), text(90, 60)], 250)).toEqual([140, 110, 110, 90]);
  expect(giveWay([text(120, 68), text(120, 110), figure(160)], 247)).toEqual([124, 123, 160]);
});

it('leaves all as it is where the edge cuts a text, or no text is before the figure', () => {
  expect(giveWay([text(80, 68), figure(110), text(90, 60)], 250)).toEqual([80, 110, 90]);
  expect(giveWay([text(30), figure(110)], 60)).toEqual([30, 110]);
  expect(giveWay([text(80, 68), figure(110)], Number.POSITIVE_INFINITY)).toEqual([80, 110]);
});

it('makes no text narrower than it may be, whatever pixels are left over', () => {
  const columns = [text(97, 96), text(98, 96), text(99, 96), figure(100)];
  for (let room = 388; room <= 394; room += 1) {
    const widths = giveWay(columns, room);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(room);
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(96);
  }
});
