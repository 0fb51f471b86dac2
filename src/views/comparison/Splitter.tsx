import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useT } from '../../kit/index.ts';

interface SplitterProps {
  /** Index of the side at its right. */
  at: number;
  row: RefObject<HTMLDivElement | null>;
  /** Shares of the width, by side. */
  widths: readonly number[];
  setWidths: (widths: readonly number[]) => void;
}

const LEAST = 0.15;
const STEP = 0.05;

/** Gives the side at its left so much more of what the two next to it have together. */
function shifted(widths: readonly number[], at: number, share: number): number[] {
  const both = widths[at - 1]! + widths[at]!;
  const left = Math.min(both * (1 - LEAST), Math.max(both * LEAST, both * share));
  return widths.map((width, index) => (index === at - 1 ? left : index === at ? both - left : width));
}

/** Between two sides: dragged, moved by the arrows, even again by a double click. */
export function Splitter({ at, row, widths, setWidths }: SplitterProps) {
  const t = useT('comparison');
  const share = widths[at - 1]! / (widths[at - 1]! + widths[at]!);
  const put = (next: number) => setWidths(shifted(widths, at, next));
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const [left, right] = [row.current?.children[at - 1], row.current?.children[at]];
    if (!left || !right) return;
    const [from, to] = [left.getBoundingClientRect().left, right.getBoundingClientRect().right];
    put((event.clientX - from) / (to - from));
  }
  function key(event: KeyboardEvent) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    put(by === undefined ? 0.5 : share + by);
  }
  return (
    <div
      className="comparison-splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('splitter')}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => put(0.5)}
      onKeyDown={key}
    />
  );
}
