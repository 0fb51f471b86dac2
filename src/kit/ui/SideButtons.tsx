import type { ReactNode } from 'react';
import './sideButtons.css';

interface SideButtonsProps<Side extends string> {
  label: string;
  sides: readonly Side[];
  side: Side;
  turn: (side: Side) => void;
  children: (side: Side) => ReactNode;
}

/** The sides of a view that shows one of them at a time. */
export function SideButtons<Side extends string>({
  label,
  sides,
  side,
  turn,
  children,
}: SideButtonsProps<Side>) {
  return (
    <span className="side-buttons" role="group" aria-label={label}>
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          className="pd-button"
          aria-pressed={side === each}
          onClick={() => turn(each)}
        >
          {children(each)}
        </button>
      ))}
    </span>
  );
}
