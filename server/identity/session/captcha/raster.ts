import type { Stroke } from './glyphs.ts';

/** Coverage per pixel, 0 to 1, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly coverage: Float32Array;
}

export const emptyMask = (width: number, height: number): Mask => ({
  width,
  height,
  coverage: new Float32Array(width * height),
});

interface Capsule {
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** Half of the stroke's width at both ends, in pixels. */
  radius: number;
  endRadius: number;
}

/** Anti-aliased: coverage falls from 1 to 0 over the one pixel around the edge. */
function fillCapsule(mask: Mask, { x, y, dx, dy, radius, endRadius }: Capsule): void {
  const reach = Math.max(radius, endRadius) + 1;
  const left = Math.max(0, Math.floor(Math.min(x, x + dx) - reach));
  const right = Math.min(mask.width - 1, Math.ceil(Math.max(x, x + dx) + reach));
  const top = Math.max(0, Math.floor(Math.min(y, y + dy) - reach));
  const bottom = Math.min(mask.height - 1, Math.ceil(Math.max(y, y + dy) + reach));
  const length2 = dx * dx + dy * dy || 1;
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      const t = Math.min(1, Math.max(0, ((px - x) * dx + (py - y) * dy) / length2));
      const away = Math.sqrt((px - x - t * dx) ** 2 + (py - y - t * dy) ** 2);
      const covered = radius + (endRadius - radius) * t + 0.5 - away;
      const i = py * mask.width + px;
      if (covered > (mask.coverage[i] as number)) mask.coverage[i] = Math.min(1, covered);
    }
  }
}

/** Adds a stroke given in pixels; overlapping strokes merge without a seam. */
export function drawStroke(mask: Mask, stroke: Stroke, radiusAt: (x: number, y: number) => number): void {
  for (let i = 0; i + 1 < stroke.length; i++) {
    const [[x, y], [endX, endY]] = [stroke[i] as Stroke[number], stroke[i + 1] as Stroke[number]];
    const [radius, endRadius] = [radiusAt(x, y), radiusAt(endX, endY)];
    fillCapsule(mask, { x, y, dx: endX - x, dy: endY - y, radius, endRadius });
  }
}
