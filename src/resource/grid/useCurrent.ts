import { useCallback, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Replaces } from '../../kit/index.ts';
import { isCellColumn } from './columns.ts';
import type { Moved } from './enter.ts';
import type { GridModel } from './model.ts';
import type { GridPanel } from './usePanel.ts';
import { chooseRange } from './range.ts';

const MOVES = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/;

/** Notes how a person gets to the next row: by a key that moves, by a press, or by Tab, which leads into the rows. */
function useMoves({ area, handle, moved }: GridPanel, choose: (row: Row) => void): void {
  useEffect(() => {
    const key = (event: Event): void => {
      const pressed = event as KeyboardEvent;
      // With shift it grows a range of cells, and the row stays.
      const isGrowing = pressed.shiftKey && isCellColumn(handle.current?.at()?.column);
      moved.current = MOVES.test(pressed.key) && !isGrowing ? pressed : undefined;
    };
    const entered = ({ key: pressed, target }: KeyboardEvent): void => {
      const at =
        pressed === 'Tab' && (target as Element).matches('[row-index]') ? handle.current?.at() : undefined;
      if (at) choose(at.row);
    };
    const press = ({ target, button }: PointerEvent): void => {
      if ((target as Element).closest('[row-index]')) moved.current = button > 0 ? 'secondary' : 'pointer';
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
  }, [area, handle, moved, choose]);
}

/** A panel that was opened to find something by its number is on it for other panels too, where there is just one. */
function useSought({ sought, model }: GridPanel, choose: (row: Row) => void): void {
  useEffect(() => {
    if (!sought) return;
    const undo = model.subscribe(() => {
      const { loading, total } = model.state();
      if (loading) return;
      undo();
      const row = total === 1 ? model.blocks.at(0) : undefined;
      if (row) choose(row);
    });
    return undo;
  }, [sought, model, choose]);
}

/** A list that gets the keyboard shows its focused row to the panels of a colour that is on nothing yet. */
function useEntered({ area, current, model }: GridPanel, entered: (row: Row) => void): void {
  const latest = useRef({ current, entered });
  useEffect(() => {
    latest.current = { current, entered };
  });
  useEffect(() => {
    const focused = ({ currentTarget, relatedTarget }: FocusEvent): void => {
      const { current: known, entered: report } = latest.current;
      // The keyboard may come in the moment between a row's arrival and its drawing.
      const row = model.focused.rowOf(model.selection.cursor() ?? '') ?? known;
      if (row && !(currentTarget as Element).contains(relatedTarget as Element | null)) report(row);
    };
    const heard = area.current;
    heard?.addEventListener('focusin', focused);
    return () => heard?.removeEventListener('focusin', focused);
  }, [area, model]);
}

/**
 * The focused row, for the grid to report: what is outlined is what keys, toolbar, peek and other panels are about.
 * Arrows leave alone what is checked; with shift, in the column of the boxes, they check what they pass. `publish` is to reach other panels; a focus
 * that the program moved replaces there only what this panel has published, or, with the keyboard in it, an empty
 * context.
 */
export function useCurrent(
  panel: GridPanel,
  publish: (row: Row, replaces: Replaces) => void,
): (row: Row) => void {
  const { model, area, setCurrent, moved } = panel;
  const latest = useRef(publish);
  useEffect(() => {
    latest.current = publish;
  });
  const choose = useCallback(
    (row: Row) => {
      setCurrent(row);
      model.selection.moveTo(row.id);
      latest.current(row, 'any');
    },
    [model, setCurrent],
  );
  useMoves(panel, choose);
  useSought(panel, choose);
  useEntered(panel, (row) => publish(row, 'ownOrNone'));
  return useCallback(
    (row: Row) => {
      const how = moved.current;
      moved.current = undefined;
      setCurrent(row);
      moveSelection(model, row.id, how);
      latest.current(row, how ? 'any' : holdsKeyboard(area.current) ? 'ownOrNone' : 'own');
    },
    [model, area, setCurrent, moved],
  );
}

const holdsKeyboard = (area: HTMLElement | null): boolean =>
  area?.contains(area.ownerDocument.activeElement) === true;

function moveSelection(model: GridModel, id: string, how: Moved): void {
  const { selection } = model;
  const from = selection.cursor();
  if (how === undefined) {
    if (from !== id) selection.adopt(id);
  } else if (how === 'pointer') selection.press(id);
  else if (typeof how === 'object' && how.shiftKey) {
    if (selection.anchor() === undefined && from !== undefined) selection.moveTo(from);
    selection.press(id);
    void chooseRange(model, id);
  } else selection.moveTo(id);
}
