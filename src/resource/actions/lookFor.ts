import type { Dispatch, RefObject } from 'react';
import type { Resource } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import { type Pending, message } from './pending.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import { type Target, rehearse, withoutCode } from './run.ts';
import type { SheetEvent } from './sheetState.ts';

/** Rows that are read again with the figures. */
const MOST = 500;

export type Asked = Pick<Pending, 'key' | 'action' | 'target'> & Partial<Pick<Pending, 'preview'>>;

const named = (target: Target): string[] => ('ids' in target && Array.isArray(target.ids) ? target.ids : []);

export interface Look {
  look: (about: Asked, input: Record<string, unknown>) => Promise<void>;
  /** What was refused because nobody had seen it is shown; the next try is another command. */
  again: (about: Asked, typed?: Record<string, unknown>) => Promise<false>;
}

/** Looks at an open command once more, since its rows may have become others; `turn`: the last question about it. */
export function lookFor(
  { id, actions }: Resource,
  model: GridModel,
  dispatch: Dispatch<SheetEvent>,
  turn: RefObject<number>,
): Look {
  async function look(about: Asked, input: Record<string, unknown>): Promise<void> {
    const asked = turn.current;
    const ids = named(about.target).slice(0, MOST);
    const [preview, rows] = await Promise.all([
      rehearse(id, about, input),
      ids.length > 0 ? model.refetch(ids) : [],
    ]);
    dispatch({
      type: 'reread',
      key: about.key,
      turn: asked,
      rows: new Map(rows.map((row) => [row.id, row])),
      preview,
      carried: actions[about.action]?.revalidateOn !== undefined,
      now: Date.now(),
    });
  }
  return {
    look,
    async again(about, typed = {}) {
      const { key } = about;
      dispatch({ type: 'overtaken', key, attempt: commandKey(), now: Date.now() });
      try {
        await look(about, withoutCode(typed));
      } catch (error) {
        dispatch({ type: 'failed', key, error: message(error) });
      }
      return false;
    },
  };
}
