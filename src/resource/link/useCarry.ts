import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { rowDrops, useCaller } from '../../kit/index.ts';
import { SELECT_COLUMN } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import { carriedOf, offerOf } from './rowOffer.ts';

/** The kind of data that a dragged row is for other windows of the browser: they do nothing with it. */
const ROW_DRAG = 'application/x-paydesk-row';

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  (target as HTMLElement | null)?.closest<HTMLElement>('[row-id]') ?? null;

/** What follows the pointer: the row is too wide for that. */
function drawName(event: DragEvent, name: string): void {
  const page = (event.target as HTMLElement).ownerDocument;
  const chip = page.createElement('span');
  chip.className = 'row-carried';
  chip.textContent = name;
  page.body.append(chip);
  event.dataTransfer?.setDragImage(chip, 8, 10);
  setTimeout(() => chip.remove());
}

/** Hears a press that may become a drag: on the box of a row, or anywhere in it with Alt. A plain one chooses cells. */
function listen(area: HTMLElement, start: (id: string, event: DragEvent) => void): () => void {
  let armed: HTMLElement | undefined;
  const disarm = (): void => {
    if (armed) armed.draggable = false;
    armed = undefined;
  };
  const arm = (event: MouseEvent): void => {
    disarm();
    const row = rowOf(event.target);
    const isGrip = (event.target as Element).closest(`[col-id="${SELECT_COLUMN}"]`) !== null;
    if (!row || event.button !== 0 || !(isGrip || event.altKey)) return;
    armed = row;
    row.draggable = true;
  };
  const begin = (event: DragEvent): void => {
    if (event.target !== armed || !armed) return;
    start(armed.getAttribute('row-id') ?? '', event);
  };
  const end = (): void => {
    disarm();
    rowDrops.carry(undefined);
  };
  area.addEventListener('mousedown', arm, true);
  area.addEventListener('mouseup', disarm);
  area.addEventListener('dragstart', begin);
  area.addEventListener('dragend', end);
  return () => {
    area.removeEventListener('mousedown', arm, true);
    area.removeEventListener('mouseup', disarm);
    area.removeEventListener('dragstart', begin);
    area.removeEventListener('dragend', end);
  };
}

/** Rows of the panel can be carried to other panels, and it answers for what it does with theirs. */
export function useCarry(tabId: string, model: GridModel, area: RefObject<HTMLElement | null>): void {
  const caller = useCaller();
  const start = useEffectEvent((id: string, event: DragEvent) => {
    const row: Row | undefined = model.blocks.get(id);
    if (!row || row.gap || !event.dataTransfer) return event.preventDefault();
    const carried = carriedOf(tabId, model.resource, row, caller);
    event.dataTransfer.effectAllowed = 'copy';
    event.dataTransfer.setData(ROW_DRAG, id);
    drawName(event, carried.name);
    // What is drawn under the pointer while the drag begins would end it.
    setTimeout(() => rowDrops.carry(carried));
  });
  // The menu of another panel's row asks while it is drawn, which an effect event refuses.
  const known = useRef(caller);
  useEffect(() => {
    known.current = caller;
  });
  useEffect(() => (area.current ? listen(area.current, (id, event) => start(id, event)) : undefined), [area]);
  useEffect(
    () =>
      rowDrops.register(tabId, (carried, rowId) =>
        offerOf({ tabId, model, caller: known.current, rowId }, carried),
      ),
    [tabId, model],
  );
}
