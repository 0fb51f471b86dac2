import { useEffect, useRef } from 'react';
import type { LaidPage } from '../../../contract/print/layout.ts';
import { drawPage, type Pictures } from './draw.ts';

/** CSS pixels of a millimetre. */
export const PX_MM = 96 / 25.4;

interface PagePictureProps {
  page: LaidPage;
  pictures: Pictures;
  /** CSS pixels that it may be wide. */
  width: number;
  label: string;
}

/** One page, as small as there is room for. */
export function PagePicture({ page, pictures, width, label }: PagePictureProps) {
  const root = useRef<HTMLDivElement>(null);
  const scale = Math.min(1, width / (page.width * PX_MM));
  useEffect(() => {
    const { current } = root;
    if (!current) return;
    const drawn = drawPage(current.ownerDocument, page, pictures);
    drawn.style.transformOrigin = '0 0';
    drawn.style.transform = `scale(${scale})`;
    current.replaceChildren(drawn);
  }, [page, pictures, scale]);
  return (
    <div
      ref={root}
      className="print-preview"
      role="img"
      aria-label={label}
      style={{ width: page.width * PX_MM * scale, height: page.height * PX_MM * scale }}
    />
  );
}
