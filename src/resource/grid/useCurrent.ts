import { useCallback, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { GridPanel } from './usePanel.ts';

const MOVES = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/;

/**
 * The row a person moved to. A focus the program sets (a panel that opens, a refresh) is nobody's choice: it neither
 * stands on the row nor tells other panels. Arrows leave alone what is ticked; with shift they tick what they pass.
 */
export function useCurrent(panel: GridPanel, tell: (row: Row) => void): (row: Row) => void {
  const { model, setCurrent, moved } = panel;
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  /** Means the row from now on, and says so to other panels. */
  const stand = useCallback(
    (row: Row) => {
      setCurrent(row);
      model.selection.moveTo(row.id);
      latest.current(row);
    },
    [model, setCurrent],
  );
  useEffect(() => {
    const key = (event: Event): void => {
      const pressed = event as KeyboardEvent;
      moved.current = MOVES.test(pressed.key) ? pressed : undefined;
    };
    // Tab led into the rows: the one that got the focus is the one meant.
    const entered = ({ key: pressed, target }: KeyboardEvent): void => {
      const at =
        pressed === 'Tab' && (target as Element).matches('[row-index]')
          ? panel.handle.current?.at()
          : undefined;
      if (at) stand(at.row);
    };
    const press = (): void => {
      moved.current = 'pointer';
    };
    // The grid may live in a pop-out, so its own document is the one to hear.
    const area = panel.area.current;
    area?.addEventListener('keydown', key, true);
    area?.addEventListener('pointerdown', press, true);
    area?.addEventListener('keyup', entered, true);
    return () => {
      area?.removeEventListener('keydown', key, true);
      area?.removeEventListener('pointerdown', press, true);
      area?.removeEventListener('keyup', entered, true);
    };
  }, [panel.area, panel.handle, moved, stand]);
  useEffect(() => {
    if (!panel.sought) return;
    const undo = model.subscribe(() => {
      const { loading, total } = model.state();
      if (loading) return;
      undo();
      const row = total === 1 ? model.blocks.at(0) : undefined;
      if (row && model.selection.cursor() === undefined) stand(row);
    });
    return undo;
  }, [panel.sought, model, stand]);
  return useCallback(
    (row: Row) => {
      setCurrent(row);
      const how = moved.current;
      moved.current = undefined;
      if (!how) return;
      if (how !== 'pointer') {
        if (how !== 'box' && how.shiftKey) model.selection.range(row.id, model.blocks.order());
        else model.selection.moveTo(row.id);
      }
      latest.current(row);
    },
    [model, setCurrent, moved],
  );
}
