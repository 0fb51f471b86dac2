import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The part of a drawing that is in view: its corner, and how many px one unit takes. */
export interface Shot {
  x: number;
  y: number;
  scale: number;
}

interface Point {
  x: number;
  y: number;
}

const SCALES = { least: 0.08, most: 2.5 };
const STEP = 60;
/** Smaller movements are a click. */
const DRAG_PX = 4;

const within = (scale: number): number => Math.min(SCALES.most, Math.max(SCALES.least, scale));

/** React's own listener may not keep the page from scrolling. */
function useWheel(root: RefObject<SVGSVGElement | null>, turned: (factor: number, at: Point) => void): void {
  const latest = useRef(turned);
  useEffect(() => {
    latest.current = turned;
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      latest.current(Math.exp(-event.deltaY / 500), {
        x: event.clientX - box.left,
        y: event.clientY - box.top,
      });
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [root]);
}

/** Carries the drawing along with the pointer. */
function useDrag(root: RefObject<SVGSVGElement | null>, shot: Shot, setShot: (shot: Shot) => void) {
  const drag = useRef<Point & { from: Shot; far: boolean }>(undefined);
  const drop = () => {
    drag.current = undefined;
  };
  return {
    onPointerDown({ clientX, clientY }: PointerEvent) {
      drag.current = { x: clientX, y: clientY, from: shot, far: false };
    },
    onPointerMove({ clientX, clientY, pointerId }: PointerEvent) {
      const held = drag.current;
      if (!held) return;
      const [x, y] = [clientX - held.x, clientY - held.y];
      if (!held.far && Math.hypot(x, y) < DRAG_PX) return;
      // From here on no box below the pointer is pressed.
      if (!held.far) root.current?.setPointerCapture(pointerId);
      held.far = true;
      setShot({ ...held.from, x: held.from.x - x / held.from.scale, y: held.from.y - y / held.from.scale });
    },
    onPointerUp: drop,
    onPointerCancel: drop,
  };
}

/** Moves and scales a drawing by the mouse, a pen, the wheel and keys. */
export function useCanvas(width: number, height: number) {
  const root = useRef<SVGSVGElement>(null);
  const [shot, setShot] = useState<Shot>({ x: 0, y: 0, scale: 1 });
  const size = () => root.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };

  function zoom(factor: number, at?: Point): void {
    const box = size();
    const point = at ?? { x: box.width / 2, y: box.height / 2 };
    setShot((before) => {
      const scale = within(before.scale * factor);
      const keep = 1 / before.scale - 1 / scale;
      return { scale, x: before.x + point.x * keep, y: before.y + point.y * keep };
    });
  }
  function fit(): void {
    const box = size();
    const scale = within(Math.min(1, box.width / (width + 40), box.height / (height + 40)));
    setShot({ scale, x: (width - box.width / scale) / 2, y: (height - box.height / scale) / 2 });
  }
  function centre(x: number, y: number): void {
    const box = size();
    setShot(({ scale: before }) => {
      const scale = Math.max(before, 0.7);
      return { scale, x: x - box.width / scale / 2, y: y - box.height / scale / 2 };
    });
  }
  const latest = useRef(fit);
  useEffect(() => {
    latest.current = fit;
  });
  useEffect(() => latest.current(), [width, height]);
  useWheel(root, zoom);
  const move = (x: number, y: number) =>
    setShot((before) => ({ ...before, x: before.x + x / before.scale, y: before.y + y / before.scale }));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-STEP, 0),
    ArrowRight: () => move(STEP, 0),
    ArrowUp: () => move(0, -STEP),
    ArrowDown: () => move(0, STEP),
  };
  const handlers = {
    ...useDrag(root, shot, setShot),
    onKeyDown(event: KeyboardEvent) {
      const run = keys[event.key];
      if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      run();
    },
  };
  return { root, shot, zoom, fit, centre, handlers };
}
