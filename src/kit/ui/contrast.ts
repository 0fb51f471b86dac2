/** WCAG 2.2 contrast on sRGB hex colours; used to pick colours, and by the tests that keep them legible. */

type Rgb = readonly [number, number, number];

export function parseHex(hex: string): Rgb {
  const match = /^#([0-9a-f]{6})$/i.exec(hex.trim());
  if (!match) throw new Error(`not a #rrggbb colour: ${hex}`);
  const value = Number.parseInt(match[1]!, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((part) => {
    const s = part / 255;
    return s <= 0.040_45 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** `share` of `over` laid on `under`: what a translucent fill looks like, as an opaque colour. */
export function mix(over: string, under: string, share: number): string {
  const top = parseHex(over);
  const base = parseHex(under);
  return toHex(top.map((part, i) => part * share + base[i]! * (1 - share)) as unknown as Rgb);
}

/** Moves `colour` towards `target` in small steps until it reaches `ratio` against every ground. */
export function reach(colour: string, target: string, grounds: readonly string[], ratio: number): string {
  for (let step = 0; step <= 50; step += 1) {
    const candidate = mix(target, colour, step / 50);
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate;
  }
  return target;
}

type Hsl = readonly [hue: number, saturation: number, lightness: number];

function toHsl(hex: string): Hsl {
  const [r, g, b] = parseHex(hex).map((part) => part / 255) as unknown as Rgb;
  const high = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  const lightness = (high + low) / 2;
  const range = high - low;
  if (range === 0) return [0, 0, lightness];
  const hue = high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [hue * 60, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function fromHsl([hue, saturation, lightness]: Hsl): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return toHex([part(0), part(8), part(4)]);
}

/** Like `reach` towards white, but keeps hue and saturation, so that a brand colour stays itself on dark. */
export function brighten(colour: string, grounds: readonly string[], ratio: number): string {
  const [hue, saturation, from] = toHsl(colour);
  for (let lightness = from; lightness < 0.98; lightness += 0.01) {
    const candidate = fromHsl([hue, saturation, lightness]);
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate;
  }
  return '#FFFFFF';
}

/** The brightest step of the colour on which `text` still has `ratio`. */
export function brightestUnder(colour: string, text: string, ratio: number): string {
  const [hue, saturation, from] = toHsl(colour);
  let best = colour;
  for (let lightness = from; lightness < 0.6; lightness += 0.01) {
    const candidate = fromHsl([hue, saturation, lightness]);
    if (contrast(text, candidate) < ratio) break;
    best = candidate;
  }
  return best;
}
