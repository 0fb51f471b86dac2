import type { Size } from './tokens.ts';
import { makeTokens } from './tokens.ts';

/**
 * Parameters of AG Grid's theme (`themeQuartz.withParams(gridParams)`). They point at our variables, so a change of
 * theme or colour repaints every grid without touching it; heights are read by the grid itself, from `gridHeights`.
 */
export const gridParams = Object.freeze({
  backgroundColor: 'var(--pd-panel)',
  foregroundColor: 'var(--pd-text)',
  textColor: 'var(--pd-text)',
  accentColor: 'var(--pd-primary)',
  borderColor: 'var(--pd-border)',
  chromeBackgroundColor: 'var(--pd-panel)',
  headerBackgroundColor: 'var(--pd-panel)',
  headerTextColor: 'var(--pd-muted)',
  headerFontWeight: 400,
  headerCellHoverBackgroundColor: 'var(--pd-hover)',
  rowHoverColor: 'var(--pd-hover)',
  selectedRowBackgroundColor: 'var(--pd-selected)',
  oddRowBackgroundColor: 'var(--pd-panel)',
  fontFamily: 'var(--pd-font)',
  cellFontFamily: 'var(--pd-font)',
  fontSize: 'var(--pd-font-size)',
  headerFontSize: 'var(--pd-font-size)',
  cellHorizontalPadding: '7px',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: '2px',
  columnBorder: false,
  headerColumnBorder: false,
  pinnedColumnBorder: { style: 'solid', width: 1, color: 'var(--pd-border)' },
  focusShadow: 'none',
  iconSize: '12px',
  spacing: '4px',
} as const);

/** Row and header heights in px of a size. */
export function gridHeights(size: Size): { rowHeight: number; headerHeight: number } {
  const { row, header } = makeTokens('dark', size);
  return { rowHeight: row, headerHeight: header };
}
