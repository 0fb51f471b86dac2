import { type ReactNode, type PointerEvent, useRef } from 'react';
import { PX_MM } from '../../resource/print/Pages.tsx';

/** Millimetres from one edge of the paper. */
export interface Span {
  from: number;
  to: number;
}

interface RulerProps {
  along: 'x' | 'y';
  /** Millimetres of the paper on this side. */
  length: number;
  /** Where the chosen element is. */
  span: Span | undefined;
}

/** CSS pixels of a ruler across. */
const THICK = 20;
const FIVE = 5;
const TEN = 10;

const px = (mm: number): number => Math.round(mm * PX_MM) + 0.5;
const tickOf = (mm: number): number => {
  if (mm % TEN === 0) return 9;
  return mm % FIVE === 0 ? 6 : 3;
};

/** Ticks of a millimetre with a number at each tenth, the place of the chosen element and a line where the cursor is. */
function Ruler({ along, length, span }: RulerProps) {
  const isAcross = along === 'x';
  const marks = Array.from({ length: Math.floor(length) + 1 }, (_, mm) => mm);
  const d = marks
    .map((mm) => (isAcross ? `M${px(mm)} ${THICK}v-${tickOf(mm)}` : `M${THICK} ${px(mm)}h-${tickOf(mm)}`))
    .join('');
  const [width, height] = isAcross ? [px(length) + 1, THICK] : [THICK, px(length) + 1];
  const size = span && Math.max(1, (span.to - span.from) * PX_MM);
  return (
    <div className={`design-ruler design-ruler-${along}`}>
      <svg width={width} height={height} aria-hidden="true">
        {span &&
          (isAcross ? (
            <rect x={px(span.from)} y={0} width={size} height={THICK} />
          ) : (
            <rect x={0} y={px(span.from)} width={THICK} height={size} />
          ))}
        <path d={d} />
        {marks
          .filter((mm) => mm % TEN === 0 && mm < length - 3)
          .map((mm) => (
            <text
              key={mm}
              {...(isAcross
                ? { x: px(mm) + 2, y: 9 }
                : { transform: `translate(9 ${px(mm) + 2}) rotate(-90)`, textAnchor: 'end' })}
            >
              {mm}
            </text>
          ))}
      </svg>
      <span className="design-cursor" />
    </div>
  );
}

interface RuledProps {
  width: number;
  height: number;
  across: Span | undefined;
  down: Span | undefined;
  /** Hears where the cursor is, in millimetres of the paper; undefined: it is elsewhere. */
  cursor: (at: { x: number; y: number } | undefined) => void;
  children: ReactNode;
}

/** The paper with a ruler along its top and its left; both stay in sight while the paper scrolls. */
export function Ruled({ width, height, across, down, cursor, children }: RuledProps) {
  const root = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  // As often as the pointer moves: no part of it is rendered for that.
  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (!root.current || !paper.current) return;
    const box = paper.current.getBoundingClientRect();
    const [x, y] = [(clientX - box.left) / PX_MM, (clientY - box.top) / PX_MM];
    const isOn = x >= 0 && y >= 0 && x <= width && y <= height;
    root.current.classList.toggle('design-followed', isOn);
    root.current.style.setProperty('--x', `${x * PX_MM}px`);
    root.current.style.setProperty('--y', `${y * PX_MM}px`);
    cursor(isOn ? { x, y } : undefined);
  };
  return (
    <div
      ref={root}
      className="design-ruled"
      onPointerMove={follow}
      onPointerLeave={() => {
        root.current?.classList.remove('design-followed');
        cursor(undefined);
      }}
    >
      <span className="design-ruler-corner" />
      <Ruler along="x" length={width} span={across} />
      <Ruler along="y" length={height} span={down} />
      <div ref={paper}>{children}</div>
    </div>
  );
}
