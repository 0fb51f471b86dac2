import { create } from 'qrcode/lib/core/qrcode.js';
import { useMemo } from 'react';

/** Modules of light around it: readers ask for four. */
const QUIET = 4;

/** Dark on light whatever the theme: many readers know no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const dark = [...modules.data.entries()].filter(([, value]) => value);
    return {
      size: modules.size,
      path: dark
        .map(([at]) => `M${(at % modules.size) + QUIET} ${Math.floor(at / modules.size) + QUIET}h1v1h-1z`)
        .join(''),
    };
  }, [text]);
  return (
    <svg
      className="signin-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
