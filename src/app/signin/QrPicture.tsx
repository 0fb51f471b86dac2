import { useMemo } from 'react';
import { qrPath } from '../../kit/qrPath.ts';

/** Modules of light around it: readers ask for four. */
const QUIET = 4;

/** Dark on light whatever the theme: many readers know no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text, QUIET), [text]);
  return (
    <svg
      className="signin-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
