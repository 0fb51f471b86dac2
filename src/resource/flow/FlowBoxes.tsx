import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { WayStep } from '../../../contract/approvalFlow.ts';
import { Icon, type IconName } from '../../kit/index.ts';
import './flow.css';

export interface FlowBox {
  key: string;
  title: string;
  /** In the corner: one or all, what state it is in. */
  tag?: ReactNode;
  lines: readonly ReactNode[];
  state?: WayStep['state'] | undefined;
  /** Amounts up to this go past it. */
  past?: string | undefined;
}

/** How a drawing is worked: chosen by arrows, moved by Alt and arrows or the mouse, opened by Enter. */
export interface FlowEditing {
  chosen: number;
  choose: (at: number) => void;
  open: (at: number) => void;
  move: (from: number, to: number) => void;
  /** Name of the list. */
  label: string;
}

interface FlowBoxesProps {
  boxes: readonly FlowBox[];
  start: ReactNode;
  end: ReactNode;
  editing?: FlowEditing | undefined;
}

const MARKS: Readonly<Partial<Record<WayStep['state'], IconName>>> = {
  passed: 'check',
  current: 'clock',
  stopped: 'close',
};

function Face({ box, number }: { box: FlowBox; number: number }) {
  const mark = box.state && MARKS[box.state];
  return (
    <>
      <span className="flow-line">
        <span className="flow-number pd-number">{mark ? <Icon name={mark} size={12} /> : number}</span>
        <b>{box.title}</b>
        <span className="flow-tag">{box.tag}</span>
      </span>
      {box.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={at === 0 ? 'flow-text' : 'flow-text pd-muted'}>
          {line}
        </span>
      ))}
    </>
  );
}

/** Where a dragged box would go. */
function useDrag(editing: FlowEditing | undefined) {
  const [over, setOver] = useState<number>();
  const from = useRef<number>(undefined);
  const end = (): void => {
    from.current = undefined;
    setOver(undefined);
  };
  return (at: number) =>
    editing && {
      draggable: true,
      'data-over': over === at || undefined,
      onDragStart: (event: DragEvent) => {
        from.current = at;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(at));
      },
      onDragOver: (event: DragEvent) => {
        if (from.current === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (from.current !== undefined && from.current !== at) editing.move(from.current, at);
        end();
      },
      onDragEnd: end,
    };
}

function keysOf({ choose, move }: FlowEditing, at: number, most: number) {
  return (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = at + by;
    if (to < 0 || to > most) return;
    if (event.altKey) move(at, to);
    else choose(to);
    const list = event.currentTarget.closest('ol');
    requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('.flow-box')[to]?.focus());
  };
}

/** Steps as boxes with lines between them, from the request down to what is carried out. */
export function FlowBoxes({ boxes, start, end, editing }: FlowBoxesProps) {
  const drag = useDrag(editing);
  return (
    <ol className="flow" aria-label={editing?.label}>
      <li className="flow-end">{start}</li>
      {boxes.map((box, at) => (
        <li key={box.key} className="flow-step" data-state={box.state} data-past={box.past} {...drag(at)}>
          {box.past && <span className="flow-past pd-number">{box.past}</span>}
          {editing ? (
            <button
              type="button"
              className="flow-box"
              aria-current={editing.chosen === at ? 'step' : undefined}
              tabIndex={editing.chosen === at ? 0 : -1}
              // The keys of the view are no text of the amount above it.
              {...(editing.chosen === at && { 'data-focus-first': '' })}
              onFocus={() => editing.choose(at)}
              onClick={() => editing.open(at)}
              onKeyDown={keysOf(editing, at, boxes.length - 1)}
            >
              <Face box={box} number={at + 1} />
            </button>
          ) : (
            <div className="flow-box">
              <Face box={box} number={at + 1} />
            </div>
          )}
        </li>
      ))}
      <li className="flow-end">{end}</li>
    </ol>
  );
}
