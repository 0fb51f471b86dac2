import { useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { isUnreachable } from '../../kit/index.ts';
import type { GridModel } from './model.ts';

interface Ports {
  model: GridModel;
  setCurrent: (row: Row | undefined) => void;
  peek: boolean;
  setPeek: (open: boolean) => void;
}

/**
 * A peek stays on its row when the list is read again, and when a panel comes back, loaded or not. Where the list no
 * longer has that row, the peek is closed; in another list it goes on with the row that has the focus there.
 */
export function usePeekRow({ model, setCurrent, peek, setPeek }: Ports, generation: number): void {
  useEffect(() => {
    model.peekOpen = peek;
    model.onPeekRowGone = () => setPeek(false);
  }, [model, peek, setPeek]);
  useEffect(() => {
    const id = model.selection.cursor();
    if (id === undefined || !model.peekOpen) return;
    let current = true;
    const look = async (): Promise<void> => {
      const row = await model.find(id).catch((error: unknown) => {
        // Without a line the row comes with its block.
        if (isUnreachable(error)) current = false;
        return undefined;
      });
      // Whoever went elsewhere meanwhile is there.
      if (!current || model.selection.cursor() !== id) return;
      if (row) {
        model.focused.hold(row);
        return setCurrent(row);
      }
      if (!model.eager && model.focused.pending()?.sameList !== false) {
        setPeek(false);
        setCurrent(undefined);
      }
      model.selection.leave();
      model.screen.focusFirst();
    };
    void look();
    return () => {
      current = false;
    };
  }, [generation, model, setCurrent, setPeek]);
}
