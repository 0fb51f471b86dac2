/** From the lower edge of the window, where nothing is in the way. */
export const EDGE = 30;
const GAP = 8;
/** What a message takes before it is measured, its margins included. */
const LEAST = { width: 432, height: 110 };
const LOOK_MS = 200;
const STACK = '.ant-notification-bottomRight';
const SHOWN = `${STACK} .ant-notification-list-content`;
/** What no message may cover: the buttons of a sheet. */
const CLEAR = '[data-clear]';

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** How far from the lower edge messages stand that cover none of these: over the lowest one in their way, and so on. */
export function bottomOver(
  boxes: readonly Box[],
  stack: { left: number; height: number },
  window: { height: number },
): number {
  const inWay = boxes
    .filter(({ left, right, top, bottom }) => right > stack.left && right > left && bottom > top)
    .sort((one, other) => other.bottom - one.bottom);
  let edge = EDGE;
  for (const { top, bottom } of inWay) {
    const lower = window.height - edge;
    if (top < lower && bottom > lower - stack.height) edge = window.height - top + GAP;
  }
  return edge;
}

function place(target: Document, { innerWidth, innerHeight }: Window): void {
  const boxes = [...target.querySelectorAll(CLEAR)].map((each) => each.getBoundingClientRect());
  const shown = target.querySelector(SHOWN)?.getBoundingClientRect();
  const stack = {
    left: Math.min(shown?.left ?? innerWidth, innerWidth - LEAST.width),
    height: Math.max(shown?.height ?? 0, LEAST.height),
  };
  const edge = bottomOver(boxes, stack, { height: innerHeight });
  target.documentElement.style.setProperty('--pd-toast-bottom', `${edge}px`);
}

const kept = new WeakSet<Document>();

/** Keeps the messages of a window off the buttons of its sheets, which open, move and close below them. */
export function keepClear(target: Document): void {
  const view = target.defaultView;
  if (!view) return;
  place(target, view);
  if (kept.has(target)) return;
  kept.add(target);
  const timer = setInterval(() => {
    if (target.defaultView && target.querySelector(STACK)) return place(target, target.defaultView);
    clearInterval(timer);
    kept.delete(target);
  }, LOOK_MS);
}
