import { useRef, useState } from 'react';
import { type LayoutSummary, toast, translate } from '../kit/index.ts';
import { removeBoard } from './boards.ts';

/** Runs what a person asked for; a refusal is shown. */
export const showFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => toast.error(error instanceof Error ? error.message : String(error)));

interface Removal {
  id: string;
  text: string;
  undo: () => Promise<void>;
}

/** What was deleted while the dialog is open. A message behind it cannot be pressed, so the dialog offers the undo. */
export function useRemovals() {
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const busy = useRef(false);
  const drop = ({ id }: Removal) => setRemovals((now) => now.filter((each) => each.id !== id));
  return {
    removals,
    async remove({ id, name }: LayoutSummary): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      const text = translate('widgets:boards.removed', { name });
      const undone = removeBoard(id).then((undo) => setRemovals((now) => [...now, { id, text, undo }]));
      await showFailure(undone);
      busy.current = false;
    },
    undo: (removal: Removal) => showFailure(removal.undo().then(() => drop(removal))),
    /** The dialog goes: what can still be undone is offered where a widget's removal is. */
    handOver() {
      for (const { id, text, undo } of removals)
        toast.info(text, {
          key: `board:${id}`,
          action: { label: translate('widgets:tile.undo'), run: () => void showFailure(undo()) },
        });
    },
  };
}
