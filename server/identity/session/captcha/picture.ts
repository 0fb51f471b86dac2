import { randomBytes, randomInt } from 'node:crypto';
import { ALPHABET, formsOf, type Point, type Stroke, smooth } from './glyphs.ts';
import { encodePng } from './png.ts';
import { drawStroke, emptyMask, type Mask } from './raster.ts';

/** Other clients of the family accept four characters (`maxlength`). */
export const CAPTCHA_LENGTH = 4;
/** Twice the size on screen, so that it is sharp on dense displays. */
const WIDTH = 240;
const HEIGHT = 80;
const ADVANCE = 50;
/** Width of the drawn edge of a stroke, in pixels. */
const OUTLINE = 2.1;
const CURVES = 3;

// Unpredictable, so that nobody can redraw the picture from a guessed seed and compare.
const between = (low: number, high: number): number => low + ((high - low) * randomInt(1 << 24)) / (1 << 24);

type Warp = (point: Point) => Point;

/** A sum of waves of random direction, length and phase. */
function waves(count: number, amplitude: number, shortest: number, longest: number) {
  const parts = Array.from({ length: count }, () => {
    const angle = between(0, 2 * Math.PI);
    const k = (2 * Math.PI) / between(shortest, longest);
    return { kx: Math.cos(angle) * k, ky: Math.sin(angle) * k, phase: between(0, 2 * Math.PI) };
  });
  const each = amplitude / Math.sqrt(count);
  return (x: number, y: number): number =>
    parts.reduce((sum, { kx, ky, phase }) => sum + each * Math.sin(kx * x + ky * y + phase), 0);
}

function elastic(): Warp {
  const dx = waves(3, 2.5, 50, 120);
  const dy = waves(3, 2.5, 50, 120);
  return ([x, y]) => [x + dx(x, y), y + dy(x, y)];
}

/** Glyph units to pixels: turned, sheared and scaled around the glyph's own place. */
function placement(index: number): Warp {
  const angle = (between(-21, 21) * Math.PI) / 180;
  const shear = between(-0.12, 0.12);
  const [wide, high] = [between(11, 12.5), between(8.4, 9.6)];
  const centre: Point = [
    WIDTH / 2 + (index - (CAPTCHA_LENGTH - 1) / 2) * ADVANCE + between(-3, 3),
    HEIGHT / 2 + between(-7, 7),
  ];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([ux, uy]) => {
    const y = (uy - 3) * high;
    const x = (ux - 2) * wide + shear * y;
    return [centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos];
  };
}

function glyphStrokes(character: string, index: number): Stroke[] {
  const forms = formsOf(character);
  const place = placement(index);
  const jitter = [waves(2, 0.15, 4, 9), waves(2, 0.15, 4, 9)] as const;
  const bend: Warp = ([x, y]) => [x + jitter[0](x, y), y + jitter[1](x, y)];
  return (forms[randomInt(forms.length)] as readonly Stroke[]).map((stroke) =>
    stroke.map((point) => place(bend(point))),
  );
}

/** A curve between two abscissas; from edge to edge it crosses every glyph. */
function crossing(left: number, right: number): Stroke {
  const steps = Math.ceil((right - left) / 40);
  return smooth(
    Array.from(
      { length: steps + 1 },
      (_, i): Point => [left + ((right - left) * i) / steps + between(-8, 8), between(12, HEIGHT - 12)],
    ),
  );
}

/** Grey levels: uneven ground and ink, so that no single threshold separates them, and a fine grain. */
function shade(ink: Mask): Uint8Array {
  const ground = waves(4, 22, 20, 90);
  const tone = waves(3, 22, 40, 120);
  const grain = randomBytes(WIDTH * HEIGHT);
  return Uint8Array.from(ink.coverage, (covered, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const paper = 216 + ground(x, y);
    return Math.max(
      0,
      Math.min(255, paper + (62 + tone(x, y) - paper) * covered + ((grain[i] as number) - 128) / 6),
    );
  });
}

/** Draws the outline of one layer; what lies below it is hidden, so that a person sees which glyph is in front. */
function addLayer(ink: Mask, strokes: readonly Stroke[], radius: (x: number, y: number) => number): void {
  const outer = emptyMask(WIDTH, HEIGHT);
  const inner = emptyMask(WIDTH, HEIGHT);
  for (const stroke of strokes) {
    drawStroke(outer, stroke, radius);
    drawStroke(inner, stroke, (x, y) => radius(x, y) - OUTLINE);
  }
  outer.coverage.forEach((covered, i) => {
    if (covered === 0) return;
    ink.coverage[i] = (ink.coverage[i] as number) * (1 - covered) + covered - (inner.coverage[i] as number);
  });
}

/** The picture of a text; two pictures of one text differ. */
export function drawText(text: string): Buffer {
  const ink = emptyMask(WIDTH, HEIGHT);
  const warp = elastic();
  const thickness = waves(3, 0.8, 25, 80);
  const radius = (x: number, y: number): number => 4.6 + thickness(x, y);
  // The curves are as thick and dark as the glyphs: removing them by width or colour takes the glyphs along.
  const curves = Array.from({ length: CURVES }, () => [crossing(-5, WIDTH + 5)]);
  const layers = [...curves, ...Array.from(text, glyphStrokes)];
  for (const strokes of layers)
    addLayer(
      ink,
      strokes.map((stroke) => stroke.map(warp)),
      radius,
    );
  return encodePng(shade(ink), WIDTH, HEIGHT);
}

export function drawCaptcha(): { answer: string; png: Buffer } {
  const answer = Array.from({ length: CAPTCHA_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return { answer, png: drawText(answer) };
}
