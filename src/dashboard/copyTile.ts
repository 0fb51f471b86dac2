import { spreadsheetText } from '../../contract/spreadsheetText.ts';
import { type Figures, saveFile, toast, translate } from '../kit/index.ts';

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell that no spreadsheet runs or splits; our own numbers stay numbers. */
function cellText(text: string): string {
  const plain = NUMBER.test(text) ? text : spreadsheetText(text);
  return /[",;\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Figures as CSV with CRLF line ends. */
export const csvOf = ({ head, rows }: Figures): string =>
  [head, ...rows].map((cells) => cells.map(cellText).join(',')).join('\r\n');

const shown = { key: 'tile', duration: 2 };

/** Puts what a tile shows on the clipboard as CSV. */
export async function copyFigures(figures: Figures): Promise<void> {
  try {
    await navigator.clipboard.writeText(csvOf(figures));
    toast.success(translate('widgets:tile.csvDone', { count: figures.rows.length }), shown);
  } catch {
    toast.warning(translate('widgets:tile.copyRefused'), shown);
  }
}

/** Puts a picture of a tile on the clipboard; where the browser refuses that it becomes a file. */
export async function copyPicture(tile: HTMLElement | null, name: string): Promise<void> {
  if (!tile) return;
  const { pictureOf } = await import('./picture.ts');
  const picture = pictureOf(tile);
  try {
    // A promise: the click that allows it would be forgotten before the picture is drawn.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    toast.success(translate('widgets:tile.pictureDone'), shown);
  } catch {
    await picture.then(
      (made) => saveFile(made, `${name}.png`),
      () => toast.warning(translate('widgets:tile.pictureFailed'), shown),
    );
  }
}

/** Shows a tile alone on the whole screen; Esc brings the dashboard back. */
export async function showFull(tile: HTMLElement | null): Promise<void> {
  await tile?.requestFullscreen().catch(() => toast.warning(translate('widgets:tile.fullRefused'), shown));
}
