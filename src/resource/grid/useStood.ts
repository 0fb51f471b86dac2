import { useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { isCallError } from '../../kit/index.ts';
import type { GridModel } from './model.ts';

interface Ports {
  model: GridModel;
  setCurrent: (row: Row | undefined) => void;
  setPeek: (open: boolean) => void;
}

/**
 * The row that is stood on stays so when the list is read anew, and when a panel comes back, loaded or not: a peek does
 * not go to another one. Where the list no longer has that row, the peek is closed.
 */
export function useStood({ model, setCurrent, setPeek }: Ports, generation: number): void {
  useEffect(() => {
    const stood = model.selection.cursor();
    if (stood === undefined) return;
    let current = true;
    const comeBack = async (): Promise<void> => {
      const row = await model.find(stood).catch((error: unknown) => {
        // Without a line the row comes with its block.
        if (isCallError(error) && error.errorCode === 'network') current = false;
        return undefined;
      });
      // Whoever went elsewhere meanwhile is there.
      if (!current || model.selection.cursor() !== stood) return;
      if (row) return setCurrent(row);
      model.selection.leave();
      setCurrent(undefined);
      setPeek(false);
    };
    void comeBack();
    return () => {
      current = false;
    };
  }, [generation, model, setCurrent, setPeek]);
}
