import { expect, it } from 'vitest';
import { share } from './share.ts';

const gap = 6;
const buttons = [78, 84, 112, 84, 130];
const set = (...widths: number[]) => widths.map((width) => ({ width, set: true }));
const any = (...widths: number[]) => widths.map((width) => ({ width, set: false }));

it('shows everything where there is room for it', () => {
  expect(share({ free: 1000, gap, buttons, chips: [...set(110), ...any(90)] })).toEqual({
    chips: [true, true],
    buttons: 5,
  });
});

it('gives set filters the room of those that leave nothing out', () => {
  const chips = [...any(90, 90), ...set(120)];
  expect(share({ free: 420, gap, buttons, chips })).toEqual({ chips: [false, false, true], buttons: 3 });
});

it('keeps the first verb and what is set in a narrow panel, never more than there is room for', () => {
  expect(share({ free: 200, gap, buttons, chips: set(100) })).toEqual({ chips: [true], buttons: 1 });
  expect(share({ free: 60, gap, buttons, chips: set(100) })).toEqual({ chips: [false], buttons: 0 });
  expect(share({ free: 120, gap, buttons: [122], chips: any(90) })).toEqual({ chips: [false], buttons: 0 });
});

it('lets a narrower filter pass one that is too wide', () => {
  expect(share({ free: 420, gap, buttons, chips: set(90, 240, 20) }).chips).toEqual([true, false, true]);
});

it('never uses more than is free', () => {
  for (let free = 0; free < 900; free += 7) {
    const chips = [...set(110, 240), ...any(90, 80)];
    const given = share({ free, gap, buttons, chips });
    const used = [
      ...chips.flatMap(({ width }, at) => (given.chips[at] ? [width] : [])),
      ...buttons.slice(0, given.buttons),
    ];
    expect(used.reduce((sum, width) => sum + width + gap, 0)).toBeLessThanOrEqual(free);
  }
});
