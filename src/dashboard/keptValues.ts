import type { BoardValues } from '../kit/figures/board.ts';
import { readValues } from './values.ts';

/** What a person left a dashboard's variables at, on any device. */
interface Kept {
  values: BoardValues;
  /** Seconds between two questions of each widget, 0: only when asked; undefined: as each widget does. */
  refresh?: number | undefined;
}

const REFRESH_MOST = 86_400;

/** The user setting that keeps them; `board` is empty for the person's first one. */
export const valuesKey = (board: string): string => `board:${board || 'home'}`;

export function parseKept(raw: unknown): Kept | undefined {
  if (raw === null || typeof raw !== 'object') return undefined;
  const { values, refresh } = raw as Record<string, unknown>;
  const isSeconds = typeof refresh === 'number' && refresh >= 0 && refresh <= REFRESH_MOST;
  return { values: readValues(values), ...(isSeconds && { refresh }) };
}
