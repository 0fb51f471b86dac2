import { useEffect, useState } from 'react';
import { chosenSpan, heightOf, loadedRows } from './chosenSpan.ts';
import type { GridModel } from './model.ts';
import { MOST_ROWS } from './range.ts';
import { type RangeFigures, figuresOf } from './rangeFigures.ts';

/** Figures follow the mouse; what has to be read first waits until it rests, and so do changes of the rows. */
const READ_MS = 200;

/** What the chosen cells come to. */
export interface ChosenFigures {
  cells: number;
  /** Undefined while they are being read, and where there are too many cells for it. */
  figures: RangeFigures | undefined;
  isTooLong: boolean;
}

/** The figures of the chosen range of cells, made again as its rows change; undefined where none is chosen. */
export function useRangeFigures(model: GridModel): ChosenFigures | undefined {
  const [chosen, setChosen] = useState<ChosenFigures>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    const compute = (): void => {
      clearTimeout(timer);
      turn += 1;
      const span = chosenSpan(model);
      if (!span) return setChosen(undefined);
      const { fields } = model.resource;
      const cells = heightOf(span) * span.columns.length;
      if (heightOf(span) > MOST_ROWS) return setChosen({ cells, figures: undefined, isTooLong: true });
      const rows = loadedRows(model, span);
      const figures = rows && figuresOf(fields, span.columns, rows);
      setChosen({ cells, figures, isTooLong: false });
      if (rows) return;
      const mine = turn;
      timer = setTimeout(async () => {
        // A list that is read again has no range any more, and one without a line no figures.
        const read = await model.blocks.rows(span.first, span.last + 1).catch(() => undefined);
        if (read && mine === turn)
          setChosen({ cells, figures: figuresOf(fields, span.columns, read), isTooLong: false });
      }, READ_MS);
    };
    const later = (): void => {
      if (!model.cells.state()) return;
      clearTimeout(timer);
      timer = setTimeout(compute, READ_MS);
    };
    const undos = [model.cells.subscribe(compute), model.subscribe(later)];
    return () => {
      turn += 1;
      clearTimeout(timer);
      for (const undo of undos) undo();
    };
  }, [model]);
  return chosen;
}
