import { useCallback, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { GridPanel } from './usePanel.ts';
import { chooseRange } from './range.ts';

const MOVES = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/;

/**
 * Hears how the keyboard gets to the next row: by a key that moves, by a press, or by Tab, which led into the rows; the
 * one that got the focus is then the one meant.
 */
function useMoves({ area, handle, moved }: GridPanel, stand: (row: Row) => void): void {
  useEffect(() => {
    const key = (event: Event): void => {
      const pressed = event as KeyboardEvent;
      moved.current = MOVES.test(pressed.key) ? pressed : undefined;
    };
    const entered = ({ key: pressed, target }: KeyboardEvent): void => {
      const at =
        pressed === 'Tab' && (target as Element).matches('[row-index]') ? handle.current?.at() : undefined;
      if (at) stand(at.row);
    };
    const press = (): void => {
      moved.current = 'pointer';
    };
    // The grid may live in a pop-out, so its own document is the one to hear.
    const heard = area.current;
    heard?.addEventListener('keydown', key, true);
    heard?.addEventListener('pointerdown', press, true);
    heard?.addEventListener('keyup', entered, true);
    return () => {
      heard?.removeEventListener('keydown', key, true);
      heard?.removeEventListener('pointerdown', press, true);
      heard?.removeEventListener('keyup', entered, true);
    };
  }, [area, handle, moved, stand]);
}

/** A panel that was opened to find something by its number stands on it, where there is just one. */
function useSought({ sought, model }: GridPanel, stand: (row: Row) => void): void {
  useEffect(() => {
    if (!sought) return;
    const undo = model.subscribe(() => {
      const { loading, total } = model.state();
      if (loading) return;
      undo();
      const row = total === 1 ? model.blocks.at(0) : undefined;
      if (row && model.selection.cursor() === undefined) stand(row);
    });
    return undo;
  }, [sought, model, stand]);
}

/**
 * The row a person moved to. A focus the program sets (a panel that opens, a refresh) is nobody's choice: it neither
 * stands on the row nor tells other panels, and takes nobody off the row they stand on. Arrows leave alone what is ticked; with shift they tick what they pass.
 */
export function useCurrent(panel: GridPanel, tell: (row: Row) => void): (row: Row) => void {
  const { model, setCurrent, moved } = panel;
  const latest = useRef(tell);
  // What is being read in a peek is not exchanged, unless the panel follows a colour to other rows.
  const reading = useRef(false);
  useEffect(() => {
    latest.current = tell;
    reading.current = panel.peek && panel.current !== undefined;
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
  useMoves(panel, stand);
  useSought(panel, stand);
  return useCallback(
    (row: Row) => {
      const how = moved.current;
      moved.current = undefined;
      const stood = model.selection.cursor();
      const free = stood === undefined && (model.eager || !reading.current);
      if (how || free || stood === row.id) setCurrent(row);
      if (!how) return;
      if (how !== 'pointer') {
        if (how !== 'box' && how.shiftKey) void chooseRange(model, row.id);
        else model.selection.moveTo(row.id);
      }
      latest.current(row);
    },
    [model, setCurrent, moved],
  );
}
