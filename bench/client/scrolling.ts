import { cpuOf, type Tab } from './browser.ts';

/** Rows are 26 px in every subject: a wheel notch of three is 78 px, the harness steps 84. */
export const ROW_PX = 26;
export const STEP = { slow: 28, wheel: 84, thumb: 1680 } as const;

export interface Walk {
  /** CSS selector of the element that scrolls. */
  scroller: string;
  delta: number;
  frames: number;
  /** Turn back at this many pixels, so that the same rows are drawn again; without it, straight on. */
  span?: number;
}

/** Scrolls by `delta` in each animation frame; answers the intervals between the frames in ms. */
export function walk(tab: Tab, wanted: Walk): Promise<number[]> {
  return tab.page.evaluate(
    ({ scroller, delta, frames, span }) =>
      new Promise<number[]>((resolve, reject) => {
        const viewport = document.querySelector(scroller);
        if (!viewport) return reject(new Error(`no ${scroller}`));
        const intervals: number[] = [];
        let direction = 1;
        let last = 0;
        const frame = (now: number) => {
          if (last > 0) intervals.push(now - last);
          last = now;
          if (intervals.length >= frames) return resolve(intervals);
          const top = viewport.scrollTop;
          if (span && (top + direction * delta > span || top + direction * delta < 0)) direction = -direction;
          viewport.scrollTop = top + direction * delta;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    wanted,
  );
}

/** Main-thread CPU per frame of a walk, in ms. */
export async function walkCost(tab: Tab, wanted: Walk): Promise<number> {
  return (await cpuOf(tab, () => walk(tab, wanted))) / wanted.frames;
}

/** Main-thread CPU of a real wheel gesture, per 84 px that the page moved. */
export async function wheelCost(tab: Tab, scroller: string, frames: number): Promise<number> {
  const { page, cdp } = tab;
  const top = () => page.evaluate((target) => document.querySelector(target)?.scrollTop ?? 0, scroller);
  const box = await page.locator(scroller).boundingBox();
  if (!box) throw new Error(`no ${scroller}`);
  const before = await top();
  const cpu = await cpuOf(tab, () =>
    cdp.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -STEP.wheel * frames,
      speed: STEP.wheel * 60,
      gestureSourceType: 'mouse',
      preventFling: true,
    }),
  );
  const moved = (await top()) - before;
  if (moved < STEP.wheel * 5) throw new Error(`the wheel moved ${scroller} by ${moved} px`);
  return cpu / (moved / STEP.wheel);
}

/**
 * Waits until the rows under three points of the viewport are the ones that belong there; `row` is the selector of a
 * row and `index` its attribute. Answers the attribute `id` of the three rows.
 */
export async function inPlace(
  tab: Tab,
  subject: { scroller: string; row: string; index: string; id?: string },
): Promise<{ index: number; id: string }[]> {
  const found = await tab.page.waitForFunction(
    ({ scroller, row, index, id, rowPx }) => {
      const viewport = document.querySelector(scroller);
      if (!viewport) return undefined;
      const { left, top, width, height } = viewport.getBoundingClientRect();
      const seen = [0.25, 0.5, 0.75].map((share) => {
        const under = document
          .elementsFromPoint(left + width * 0.4, top + height * share)
          .find((element) => element.closest(row) && viewport.contains(element))
          ?.closest(row);
        // A header inside the scroller shifts what lies at its top, so the row is asked for its own place.
        const own = under?.getBoundingClientRect();
        const first = viewport.querySelector(`${row}[${index}]`);
        const at = Number(under?.getAttribute(index) ?? Number.NaN);
        const ready = under && own && first && !under.matches('.grid-wait,.ag-row-loading');
        const expected = Math.floor(
          (viewport.scrollTop +
            top +
            height * share -
            top -
            (viewport.querySelector('.ag-header')?.clientHeight ?? 0)) /
            rowPx,
        );
        return ready && Math.abs(at - expected) <= 1
          ? { index: at, id: (id && under.getAttribute(id)) || '' }
          : undefined;
      });
      return seen.every((each) => each !== undefined) ? seen : undefined;
    },
    { ...subject, rowPx: ROW_PX },
    { polling: 'raf', timeout: 20_000 },
  );
  return (await found.jsonValue()) as { index: number; id: string }[];
}
