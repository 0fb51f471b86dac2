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
  useEffect(() => {
    const key = (event: Event): void => {
      const pressed = event as KeyboardEvent;
      moved.current = MOVES.test(pressed.key) ? pressed : undefined;
    };
    const press = (): void => {
      moved.current = 'pointer';
    };
    // The grid may live in a pop-out, so its own document is the one to hear.
    const area = panel.area.current;
    area?.addEventListener('keydown', key, true);
    area?.addEventListener('pointerdown', press, true);
    return () => {
      area?.removeEventListener('keydown', key, true);
      area?.removeEventListener('pointerdown', press, true);
    };
  }, [panel.area, moved]);
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
