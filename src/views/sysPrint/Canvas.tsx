import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type LaidPage, layOut, type PrintData } from '../../../contract/print/layout.ts';
import type { PrintTemplate } from '../../../contract/print/template.ts';
import { useT } from '../../kit/index.ts';
import { drawPage, type Pictures } from '../../resource/print/draw.ts';
import { PX_MM } from '../../resource/print/Pages.tsx';
import { printWords } from '../../resource/print/words.ts';
import { moved } from './drawing.ts';
import { Ruled } from './Rulers.tsx';

interface CanvasProps {
  template: PrintTemplate;
  data: PrintData;
  pictures: Pictures;
  chosen: number | undefined;
  choose: (at: number | undefined) => void;
  /** What is on the canvas meanwhile becomes a step. */
  change: (template: PrintTemplate) => void;
  /** Hears where the cursor is on the paper. */
  cursor: (at: { x: number; y: number } | undefined) => void;
}

/** Where a drag began, and whether it moves the element or its lower right corner. */
interface Drag {
  at: number;
  corner: boolean;
  x: number;
  y: number;
  from: PrintTemplate;
}

const ARROWS: Readonly<Record<string, { x?: number; y?: number }>> = {
  ArrowLeft: { x: -1 },
  ArrowRight: { x: 1 },
  ArrowUp: { y: -1 },
  ArrowDown: { y: 1 },
};
const FAR = 5;

/** The page as it is printed, drawn outside of React: nothing on it is pressed. */
function Sheet({ page, pictures }: { page: LaidPage; pictures: Pictures }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = root;
    current?.replaceChildren(drawPage(current.ownerDocument, page, pictures));
  }, [page, pictures]);
  return <div ref={root} aria-hidden="true" />;
}

const mm = (value: number): string => `${value}mm`;

/** Follows the pointer in whole millimetres. */
function useDrag(template: PrintTemplate, change: CanvasProps['change']) {
  const [draft, setDraft] = useState<PrintTemplate>();
  const drag = useRef<Drag>(undefined);
  const down = (event: PointerEvent, at: number, corner: boolean) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { at, corner, x: event.clientX, y: event.clientY, from: template };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    const [x, y] = [clientX - held.x, clientY - held.y].map((px) => Math.round(px / PX_MM)) as [
      number,
      number,
    ];
    setDraft(moved(held.from, held.at, held.corner ? { w: x, h: y } : { x, y }));
  };
  const up = () => {
    drag.current = undefined;
    if (draft) change(draft);
    setDraft(undefined);
  };
  return {
    shown: draft ?? template,
    down,
    handlers: { onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}

/** The paper with a grid of millimetres; elements are walked with Tab, moved by arrows or dragged. */
export function Canvas({ template, data, pictures, chosen, choose, change, cursor }: CanvasProps) {
  const t = useT('platform');
  const { shown, down, handlers } = useDrag(template, change);
  const [page] = useMemo(() => layOut(shown, data, printWords()), [shown, data]);
  const key = (event: KeyboardEvent, at: number) => {
    const by = ARROWS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? FAR : 1;
    change(moved(template, at, { x: (by.x ?? 0) * step, y: (by.y ?? 0) * step }));
  };
  if (!page) return null;
  const held = chosen === undefined ? undefined : shown.elements[chosen];
  return (
    <Ruled
      width={page.width}
      height={page.height}
      across={held && { from: held.x, to: held.x + held.w }}
      down={held && { from: held.y, to: held.y + held.h }}
      cursor={cursor}
    >
      <div className="design-paper" style={{ width: mm(page.width), height: mm(page.height) }} {...handlers}>
        <Sheet page={page} pictures={pictures} />
        {shown.elements.map((element, at) => (
          <div
            // Elements have nothing but their place in the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={at}
            className={`design-element${at === chosen ? ' design-chosen' : ''}`}
            role="button"
            tabIndex={0}
            aria-pressed={at === chosen}
            aria-label={t('sysPrint.design.element', {
              n: at + 1,
              kind: t(`sysPrint.design.kinds.${element.kind}`),
            })}
            style={{ left: mm(element.x), top: mm(element.y), width: mm(element.w), height: mm(element.h) }}
            onFocus={() => choose(at)}
            onPointerDown={(event) => down(event, at, false)}
            onKeyDown={(event) => key(event, at)}
          >
            {at === chosen && (
              <span className="design-corner" onPointerDown={(event) => down(event, at, true)} />
            )}
          </div>
        ))}
      </div>
    </Ruled>
  );
}
