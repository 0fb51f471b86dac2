import type { Row } from '../../../contract/calls.ts';
import { toast, translate } from '../../kit/index.ts';
import type { RowRenderer } from './rowRenderer.ts';
import { labelOf } from './columns.ts';
import type { PendingRead } from './focusedRow.ts';
import { isGap } from './loaded.ts';
import type { GridModel } from './model.ts';

/** Brings the keyboard's place in line with the focused row, where a block holds that. */
export function followCursor(model: GridModel, body: RowRenderer | undefined, reveal = false): void {
  const cursor = model.selection.cursor();
  const index = cursor === undefined ? undefined : model.blocks.indexOf(cursor);
  if (index !== undefined && body?.at()?.index !== index) body?.place(index, reveal);
}

function successorOf(
  model: GridModel,
  body: RowRenderer,
  { kind, index, successors }: PendingRead,
): Row | undefined {
  const { blocks } = model;
  for (const id of successors) {
    const at = blocks.indexOf(id);
    if (at !== undefined && (kind === 'inPlace' || body.sees(at))) return blocks.get(id);
  }
  const last = model.state().total - 1;
  const place = kind === 'top' ? body.first() : (index ?? body.first());
  return blocks.at(Math.min(place, last)) ?? blocks.at(body.first());
}

/** The row of before is not there: the one in its place has the focus. */
function focusSuccessor(model: GridModel, body: RowRenderer, pending: PendingRead): void {
  const successor = successorOf(model, body, pending);
  if (!successor || isGap(successor)) {
    if (model.state().total === 0) model.selection.leave();
    return;
  }
  model.focused.settle();
  model.selection.adopt(successor.id);
  if (pending.successors.length > 0 && !model.eager)
    toast.info(translate('grid:focusMoved', { name: labelOf(model.resource, successor) }), {
      key: 'focusMoved',
    });
}

/** The row may only have moved out of what is loaded: the server knows. */
async function settleMissing(
  model: GridModel,
  body: RowRenderer,
  id: string,
  pending: PendingRead,
): Promise<void> {
  const found = await model.find(id).catch(() => null);
  if (found === null || model.selection.cursor() !== id || model.focused.pending() !== pending) return;
  if (model.blocks.get(id)) return followCursor(model, body);
  if (found) {
    model.focused.hold(found);
    return model.focused.settle();
  }
  if (model.peekOpen && !model.eager) model.onPeekRowGone();
  focusSuccessor(model, body, pending);
}

/** A block is there, from `start` to before `end`: decides which row has the focus, once for each read of the list. */
export function settleFocus(model: GridModel, body: RowRenderer, start: number, end: number): void {
  const { selection, blocks, focused } = model;
  const pending = focused.pending();
  if (pending) body.readScroll();
  const cursor = selection.cursor();
  const index = cursor === undefined ? undefined : blocks.indexOf(cursor);
  if (index !== undefined) {
    const stays = !pending || pending.kind === 'inPlace' || model.peekOpen || body.sees(index);
    if (stays) {
      focused.settle();
      return followCursor(model, body, pending?.kind === 'start' && model.peekOpen);
    }
  }
  // The keyboard waits for a row that is on its way, or the focused one is far from what is loaded.
  if (cursor === undefined ? body.at() !== undefined : !pending) return;
  const read: PendingRead = pending ?? { kind: 'inPlace', sameList: true, index: undefined, successors: [] };
  const place = Math.min(read.index ?? start, Math.max(0, model.state().total - 1));
  if (read.kind !== 'top' && (place < start || place >= end)) return;
  if (cursor !== undefined && index === undefined) {
    if (read.kind === 'inPlace') return void settleMissing(model, body, cursor, read);
    // The row of an open peek is looked up by its id (usePeekRow.ts).
    if (model.peekOpen) return;
  }
  focusSuccessor(model, body, read);
}
