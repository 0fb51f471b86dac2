/** Widths of texts as they would be drawn, without laying anything out. */

/** Names and states come again and again. */
const REMEMBERED = 5_000;
/** Digits of one width are a little wider than a canvas draws them. */
const TABULAR = 1.04;

/** Signs that are as wide as each other: figures in any font of ours, and all of these in the mono one. */
export const DIGIT = /\d/g;
export const ASCII = /[!-~]/g;

/** The fonts that cells are drawn in. */
export interface Fonts {
  plain: string;
  mono: string;
}

/** The fonts of a grid's cells, as the style sheet draws them (grid.css). */
export function fontsOf(element: Element): Fonts {
  const style = getComputedStyle(element);
  return {
    mono: `${Number.parseFloat(style.fontSize) - 1}px ${style.getPropertyValue('--pd-mono')}`,
    // Not the shorthand, which is empty where figures are tabular.
    plain: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
  };
}

export interface Ruler {
  use(fonts: Fonts): void;
  /** A font has arrived: what was measured in its stead no longer holds. */
  forget(): void;
  /** Pixels of a text. */
  width(text: string, mono: boolean): number;
}

export function createRuler(page: Document): Ruler {
  const pen = page.createElement('canvas').getContext('2d');
  let widths = new Map<string, number>();
  let used: Fonts = { plain: '', mono: '' };
  return {
    use(fonts) {
      if (fonts.plain === used.plain && fonts.mono === used.mono) return;
      used = fonts;
      widths = new Map();
    },
    forget() {
      widths = new Map();
    },
    width(text, mono) {
      // Numbers without end are few texts then.
      const like = text.replace(mono ? ASCII : DIGIT, '0');
      const key = mono ? `\t${like}` : like;
      const known = widths.get(key);
      if (known !== undefined) return known;
      // Nothing is known: as if it were too wide.
      if (!pen) return Number.POSITIVE_INFINITY;
      pen.font = mono ? used.mono : used.plain;
      const width = pen.measureText(like).width * TABULAR;
      if (widths.size > REMEMBERED) widths = new Map();
      widths.set(key, width);
      return width;
    },
  };
}
