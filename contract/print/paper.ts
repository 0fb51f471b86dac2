/** Sheets in millimetres. */

export const PAPERS = ['A4', 'A5', 'roll80', 'own'] as const;
export type PaperSize = (typeof PAPERS)[number];

export interface Paper {
  size: PaperSize;
  /** Landscape. */
  turned?: boolean | undefined;
  /** Of a size of its own. */
  width?: number | undefined;
  height?: number | undefined;
}

/** What is kept free at the foot of a page. */
export const MARGIN = 10;
const ROLL_MARGIN = 4;

const SIZES: Readonly<Record<Exclude<PaperSize, 'own' | 'roll80'>, readonly [number, number]>> = {
  A4: [210, 297],
  A5: [148, 210],
};
/** Millimetres that a sheet of a size of its own may have. */
export const OWN_LIMITS = { least: 20, width: 900, height: 1_300 } as const;
const OWN = { width: 100, height: 150 } as const;

export interface Sheet {
  width: number;
  /** Unset: a roll, as long as what is on it. */
  height: number | undefined;
  margin: number;
}

export function paperOf({ size, turned, width, height }: Paper): Sheet {
  if (size === 'roll80') return { width: 80, height: undefined, margin: ROLL_MARGIN };
  const [short, long] = size === 'own' ? [width ?? OWN.width, height ?? OWN.height] : SIZES[size];
  const margin = Math.min(MARGIN, short / 10);
  return turned ? { width: long, height: short, margin } : { width: short, height: long, margin };
}
