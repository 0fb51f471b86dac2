/** A signature as it is drawn: lines of points, each with the pressure of the pen, where it has one. */
export interface StrokePoint {
  x: number;
  y: number;
  /** Of 1; half of it where the pen says nothing. */
  pressure: number;
}
export interface Stroke {
  width: number;
  points: StrokePoint[];
}

export const WIDTHS = [1, 1.5, 2, 2.5] as const;
const PLAIN_PRESSURE = 0.5;

/** A mouse always presses by half; a pen by what it says. */
export function widthAt({ width }: Stroke, { pressure }: StrokePoint): number {
  return width * (0.5 + (pressure > 0 ? pressure : PLAIN_PRESSURE));
}

/** The smallest rectangle with all of it and a margin; undefined where nothing is drawn. */
export function boundsOf(strokes: readonly Stroke[], margin: number) {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** Draws it in black: it is for paper, whatever the theme. */
export function drawStrokes(pen: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = '#000';
  pen.fillStyle = '#000';
  for (const stroke of strokes) {
    const [first, ...rest] = stroke.points;
    if (!first) continue;
    if (rest.length === 0) {
      pen.beginPath();
      pen.arc(first.x, first.y, widthAt(stroke, first), 0, Math.PI * 2);
      pen.fill();
    }
    let before = first;
    for (const point of rest) {
      pen.beginPath();
      pen.lineWidth = widthAt(stroke, point) * 2;
      pen.moveTo(before.x, before.y);
      pen.lineTo(point.x, point.y);
      pen.stroke();
      before = point;
    }
  }
}
