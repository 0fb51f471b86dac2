import { randomInt } from 'node:crypto';

/** Glyphs as strokes on a 4 × 6 grid: a font-free picture that carries no text a script could read out. */
const STROKES: Readonly<Record<string, string>> = {
  '2': 'M0 1Q2 -1 4 1T2 4L0 6H4',
  '3': 'M0 0H4L2 2.5Q4 3 4 4.5T0 5.5',
  '4': 'M3 6V0L0 4H4',
  '5': 'M4 0H0V2.5Q4 2 4 4T0 5.5',
  '6': 'M3.5 0Q0 2 0 4T2 6T4 4T0 4',
  '7': 'M0 0H4L1.5 6',
  '8': 'M2 0Q4 0 4 1.5T2 3T0 4.5T2 6T4 4.5T2 3T0 1.5T2 0',
  '9': 'M4 2Q4 0 2 0T0 2T2 3.5T4 2Q4 5 1 6',
  A: 'M0 6L2 0L4 6M0.8 4H3.2',
  C: 'M4 1Q0 -1 0 3T4 5',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  K: 'M0 0V6M4 0L0 3.5L4 6',
  N: 'M0 6V0L4 6V0',
  P: 'M0 6V0H2Q4 0 4 1.7T2 3.4H0',
  R: 'M0 6V0H2Q4 0 4 1.7T2 3.4H0M1.5 3.4L4 6',
  T: 'M0 0H4M2 0V6',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
};
const LETTERS = Object.keys(STROKES);
const LENGTH = 4;
const WIDTH = 120;
const HEIGHT = 40;

const between = (low: number, high: number): number =>
  randomInt(Math.round(low * 10), Math.round(high * 10) + 1) / 10;

function glyph(letter: string, index: number): string {
  const x = 12 + index * 27 + between(-3, 3);
  const y = 9 + between(-3, 3);
  const turn = `translate(${x} ${y}) rotate(${between(-18, 18)} 8 12) skewX(${between(-12, 12)}) scale(${between(3.2, 4.2)})`;
  return `<path transform="${turn}" d="${STROKES[letter]}" stroke-width=".7"/>`;
}

function noise(): string {
  const point = () => `${between(0, WIDTH)} ${between(0, HEIGHT)}`;
  return Array.from(
    { length: 4 },
    () => `<path d="M${point()}Q${point()} ${point()}" stroke-width="${between(0.8, 1.6)}" opacity=".55"/>`,
  ).join('');
}

export function drawCaptcha(): { answer: string; svg: string } {
  const answer = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] as string);
  const shapes = answer.map(glyph).join('') + noise();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#eef2f6"/><g fill="none" stroke="#1f4f7a" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`;
  return { answer: answer.join(''), svg };
}
