import type { Row } from '../../../contract/calls.ts';
import { type Move, type Side, moveTo, sideAt } from './move.ts';
import type { TreeSource } from './treeSource.ts';

/** Px that the pointer moves before a press becomes a drag. */
const SLACK = 6;
/** Px from an edge of the list from where it scrolls, and how far in each frame. */
const EDGE = 24;
const SCROLL = 8;

export interface TreeDrop {
  move: Move | undefined;
  side: Side;
  target: Row;
}

interface Ports {
  tree: TreeSource;
  rowOf: (id: string) => Row | undefined;
  /** What is said of a drop there; it is drawn at the pointer. */
  textOf: (drop: TreeDrop) => string;
  drop: (move: Move) => void;
}

interface Drawn {
  line: HTMLElement;
  chip: HTMLElement;
}

function draw(page: Document): Drawn {
  const [line, chip] = [page.createElement('div'), page.createElement('span')];
  line.className = 'tree-drop';
  chip.className = 'row-carried tree-carried';
  page.body.append(line, chip);
  return { line, chip };
}

/** One press on a name: a drag once the pointer has moved, until the button is let go. */
class Drag {
  readonly #area: HTMLElement;
  readonly #ports: Ports;
  readonly #id: string;
  readonly #from: { x: number; y: number };
  #at: { x: number; y: number };
  #drawn: Drawn | undefined;
  #aim: TreeDrop | undefined;
  #frame = 0;

  constructor(area: HTMLElement, ports: Ports, id: string, { clientX: x, clientY: y }: PointerEvent) {
    this.#area = area;
    this.#ports = ports;
    this.#id = id;
    this.#from = { x, y };
    this.#at = this.#from;
    const page = area.ownerDocument;
    page.addEventListener('pointermove', this.#moved);
    page.addEventListener('pointerup', this.#up);
    page.addEventListener('keydown', this.#key, true);
  }

  readonly stop = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#drawn?.line.remove();
    this.#drawn?.chip.remove();
    const page = this.#area.ownerDocument;
    page.removeEventListener('pointermove', this.#moved);
    page.removeEventListener('pointerup', this.#up);
    page.removeEventListener('keydown', this.#key, true);
  };

  readonly #moved = (event: PointerEvent): void => {
    this.#at = { x: event.clientX, y: event.clientY };
    const { x, y } = this.#from;
    if (!this.#drawn && Math.hypot(this.#at.x - x, this.#at.y - y) < SLACK) return;
    if (!this.#drawn) {
      this.#drawn = draw(this.#area.ownerDocument);
      this.#frame = requestAnimationFrame(this.#scroll);
    }
    event.preventDefault();
    this.#look(this.#drawn);
  };

  readonly #up = (): void => {
    const move = this.#drawn && this.#aim?.move;
    this.stop();
    if (move) this.#ports.drop(move);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#drawn) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop();
  };

  /** Near an edge the list goes on below the pointer. */
  readonly #scroll = (): void => {
    const view = this.#area.querySelector<HTMLElement>('.ag-grid-viewport');
    const box = view?.getBoundingClientRect();
    if (view && box && this.#at.y < box.top + EDGE) view.scrollTop -= SCROLL;
    else if (view && box && this.#at.y > box.bottom - EDGE) view.scrollTop += SCROLL;
    if (this.#drawn) this.#look(this.#drawn);
    this.#frame = requestAnimationFrame(this.#scroll);
  };

  #look({ line, chip }: Drawn): void {
    const { x, y } = this.#at;
    const under = this.#area.ownerDocument.elementFromPoint(x, y);
    const row = under?.closest<HTMLElement>('[row-id]');
    const isOurs = row && this.#area.contains(row);
    const target = isOurs ? this.#ports.rowOf(row.getAttribute('row-id') ?? '') : undefined;
    this.#aim = undefined;
    chip.style.translate = `${x + 12}px ${y + 12}px`;
    chip.hidden = !target;
    line.hidden = !target;
    if (!row || !target) return;
    const { top, height } = row.getBoundingClientRect();
    const { left, width } = this.#area.getBoundingClientRect();
    const side = sideAt((y - top) / height);
    this.#aim = { target, side, move: moveTo(this.#ports.tree, this.#id, target, side) };
    chip.textContent = this.#ports.textOf(this.#aim);
    line.className = `tree-drop tree-drop-${side}${this.#aim.move ? '' : ' tree-drop-refused'}`;
    Object.assign(line.style, {
      left: `${left}px`,
      width: `${width}px`,
      top: `${top}px`,
      height: `${height}px`,
    });
  }
}

/** Hears presses on names in the list until undone: a row that is dragged goes where it is let go. */
export function listenForDrags(area: HTMLElement, ports: Ports): () => void {
  let drag: Drag | undefined;
  const press = (event: PointerEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[row-id]');
    const isName = target.closest('.tree-column') !== null && target.closest('.tree-sign') === null;
    const isPlain = !(event.altKey || event.shiftKey || event.ctrlKey || event.metaKey);
    drag?.stop();
    if (row && isName && isPlain && event.button === 0 && event.pointerType === 'mouse')
      drag = new Drag(area, ports, row.getAttribute('row-id') ?? '', event);
  };
  area.addEventListener('pointerdown', press);
  return () => {
    drag?.stop();
    area.removeEventListener('pointerdown', press);
  };
}
