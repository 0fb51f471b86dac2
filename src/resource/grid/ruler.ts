import { currentLocale } from '../../kit/index.ts';

/** Widths of texts as a grid draws them. The page lays out one hidden element per font; the rest is a canvas and a sum. */

/** What a cell's text is drawn as: in the font of all cells, in the mono one, or in a coloured tag. */
export type Face = 'plain' | 'mono' | 'tag';

export interface Ruler {
  /** Pixels of a text, those around it in its tag included. */
  width(text: string, face: Face): number;
}

interface Metrics {
  font: string;
  /** Width of a digit, and of every sign of the mono font. */
  digit: number;
  /** Padding and borders. */
  around: number;
}

/** Signs that are as wide as each other: figures in any font of ours, and all of these in the mono one. */
export const DIGIT = /\d/g;
const ASCII = /[!-~]/g;

const CLASSES: Readonly<Record<Face, string>> = { plain: '', mono: 'pd-mono', tag: 'pd-tag' };
const PROBED = 50;
/** Names and states come again and again. */
const REMEMBERED = 5_000;

function probe(): Record<Face, Metrics> {
  const box = document.createElement('div');
  box.className = 'grid-probe';
  const metrics = (face: Face): Metrics => {
    const text = box.appendChild(document.createElement('span'));
    text.className = CLASSES[face];
    const around = text.getBoundingClientRect().width;
    text.textContent = '0'.repeat(PROBED);
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
    // Not the shorthand, which is empty where figures are tabular.
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return { font, digit: (text.getBoundingClientRect().width - around) / PROBED, around };
  };
  document.body.append(box);
  const found = { plain: metrics('plain'), mono: metrics('mono'), tag: metrics('tag') };
  box.remove();
  return found;
}

/** @param pen without one nothing is known: each text counts as too wide */
export function createRuler(metrics: Record<Face, Metrics>, pen: CanvasRenderingContext2D | null): Ruler {
  let widths = new Map<string, number>();
  return {
    width(text, face) {
      // Numbers without end are few texts then.
      const like = text.replace(face === 'mono' ? ASCII : DIGIT, '0');
      const key = `${face} ${like}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      if (!pen) return Number.POSITIVE_INFINITY;
      const { font, digit, around } = metrics[face];
      const rest = like.replaceAll('0', '');
      pen.font = font;
      const width = (like.length - rest.length) * digit + pen.measureText(rest).width + around;
      if (widths.size > REMEMBERED) widths = new Map();
      widths.set(key, width);
      return width;
    },
  };
}

let rulers = new Map<string, Ruler>();

/** The ruler of the size and language that the page has now, for all grids. */
export function currentRuler(): Ruler {
  const key = `${document.documentElement.dataset.size ?? ''} ${currentLocale()}`;
  const known = rulers.get(key);
  if (known) return known;
  const made = createRuler(probe(), document.createElement('canvas').getContext('2d'));
  rulers.set(key, made);
  return made;
}

/** A font has arrived: what was measured in its stead no longer holds. */
export function forgetRulers(): void {
  rulers = new Map();
}
