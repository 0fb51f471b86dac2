import { useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { isCallError } from '../../kit/index.ts';
import type { GridModel } from './model.ts';

interface Ports {
  model: GridModel;
  setCurrent: (row: Row) => void;
  setPeek: (open: boolean) => void;
}

/** A peek that was open comes back on its row, loaded or not; where the list no longer has that row, it is closed. */
export function useStood(stood: string | undefined, { model, setCurrent, setPeek }: Ports): void {
  useEffect(() => {
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
      setPeek(false);
    };
    void comeBack();
    return () => {
      current = false;
    };
  }, [stood, model, setCurrent, setPeek]);
}
