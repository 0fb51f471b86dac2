import { create } from 'qrcode/lib/core/qrcode.js';

/** The dark squares of a text as one path, with so many modules of light around it. */
export function qrPath(text: string, quiet: number): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark = [...modules.data.entries()].filter(([, value]) => value);
  const path = dark
    .map(([at]) => `M${(at % modules.size) + quiet} ${Math.floor(at / modules.size) + quiet}h1v1h-1z`)
    .join('');
  return { size: modules.size + 2 * quiet, path };
}
