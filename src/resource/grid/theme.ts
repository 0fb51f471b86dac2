import { themeQuartz } from 'ag-grid-community';
import { gridParams } from '../../kit/index.ts';

/** One theme for every grid; it points at the kit's variables, so a change of theme repaints without a redraw. */
export const gridTheme = themeQuartz.withParams({
  ...gridParams,
  pinnedColumnBorder: false,
  headerColumnResizeHandleColor: 'transparent',
});
