/** A point in glyph units: x from 0 to 4, y from 0 (top) to 6. */
export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** Samples between two control points: enough that distortion bends straight lines too. */
const SAMPLES = 6;

function pairs(numbers: readonly number[]): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [
    numbers[2 * i] as number,
    numbers[2 * i + 1] as number,
  ]);
}

/** A Catmull-Rom spline through the points. */
export function smooth(points: readonly Point[]): Stroke {
  const at = (i: number): Point => points[Math.min(Math.max(i, 0), points.length - 1)] as Point;
  const result: Point[] = [at(0)];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 1; step <= SAMPLES; step++) {
      const t = step / SAMPLES;
      const blend = (k: 0 | 1): number =>
        b[k] +
        0.5 *
          t *
          (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])));
      result.push([blend(0), blend(1)]);
    }
  }
  return result;
}

function straight(points: readonly Point[]): Stroke {
  return points.flatMap((point, i) => {
    const from = points[i - 1];
    if (!from) return [point];
    return Array.from({ length: SAMPLES }, (_, step): Point => {
      const t = (step + 1) / SAMPLES;
      return [from[0] + (point[0] - from[0]) * t, from[1] + (point[1] - from[1]) * t];
    });
  });
}

const line = (...numbers: number[]): Stroke => straight(pairs(numbers));
const curve = (...numbers: number[]): Stroke => smooth(pairs(numbers));

/**
 * Several forms per character, so that one template does not match all pictures of it. Characters that
 * distortion turns into one another are absent: 0/O/Q/D, 1/I/L, 7/T/Y, 2/Z, 5/S/6, 8/B/3, 4/A, E/F, M/W, P/R,
 * C/G, U/V.
 */
const FORMS: Readonly<Record<string, readonly (readonly Stroke[])[]>> = {
  '2': [
    [curve(0.2, 1.5, 0.8, 0.3, 2, 0, 3.4, 0.5, 3.7, 1.8, 2.6, 3.6, 0.1, 6), line(0.1, 6, 4, 6)],
    [
      curve(0.2, 1.2, 1.8, 0, 3.6, 1, 3.2, 2.8, 1.4, 4.6, 0.2, 5.8),
      curve(0.2, 5.8, 1.2, 5.5, 2.6, 6, 4, 5.7),
    ],
  ],
  '3': [
    [
      curve(0.3, 0.6, 2, 0, 3.5, 0.8, 3.3, 2.2, 1.5, 2.8),
      curve(1.5, 2.8, 3.5, 3.2, 3.9, 4.6, 2.6, 5.9, 0.2, 5.5),
    ],
    [line(0.2, 0, 3.7, 0, 1.7, 2.5), curve(1.7, 2.5, 3.6, 3, 3.9, 4.5, 2.5, 5.9, 0.2, 5.5)],
  ],
  // Open at the top, as most people write it.
  '4': [[line(0.8, 0, 0.2, 3.6, 4, 3.6), line(3.1, 1.6, 2.9, 6)]],
  '5': [[line(3.8, 0, 0.5, 0, 0.3, 2.6), curve(0.3, 2.6, 2, 2.1, 3.7, 2.9, 3.8, 4.6, 2.4, 5.9, 0.1, 5.5)]],
  C: [[curve(3.8, 1.2, 2.6, 0.1, 0.9, 0.8, 0.1, 3, 0.9, 5.2, 2.6, 5.9, 3.9, 4.9)]],
  E: [[line(3.8, 0, 0.3, 0, 0.3, 6, 3.9, 6), line(0.3, 3, 3.2, 3)]],
  H: [[line(0.2, 0, 0.2, 6), line(3.8, 0, 3.8, 6), line(0.2, 3, 3.8, 3)]],
  K: [
    [line(0.3, 0, 0.3, 6), line(3.8, 0, 0.4, 3.4), line(1.4, 2.5, 4, 6)],
    [line(0.3, 0, 0.3, 6), curve(3.7, 0, 2.6, 2, 0.4, 3), curve(0.4, 3, 2.6, 3.8, 3.9, 6)],
  ],
  M: [[line(0, 6, 0.5, 0, 2, 3.8, 3.5, 0, 4, 6)]],
  N: [[line(0.2, 6, 0.2, 0, 3.8, 6, 3.8, 0)]],
  R: [[line(0.3, 6, 0.3, 0), curve(0.3, 0, 2.4, 0, 3.7, 1, 3.2, 2.7, 0.4, 3.2), line(1.6, 3.1, 4, 6)]],
  T: [[line(0, 0, 4, 0), line(2, 0, 2, 6)]],
  X: [[line(0, 0, 4, 6), line(4, 0, 0, 6)]],
};

export const ALPHABET: readonly string[] = Object.keys(FORMS);

export const formsOf = (character: string): readonly (readonly Stroke[])[] => FORMS[character] ?? [];
