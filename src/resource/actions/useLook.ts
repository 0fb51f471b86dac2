import { useRef } from 'react';
import type { Resource } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import { type Pending, type Preview, type Put, differs, message, said } from './pending.ts';
import { type Target, commandKey, rehearse, withoutCode } from './run.ts';

/** Rows that are read anew beside the figures. */
const MOST = 500;

export type Asked = Pick<Pending, 'key' | 'action' | 'target'> & Partial<Pick<Pending, 'preview'>>;

/** Looks at an open command once more, since its rows may have become others. */
export function useLook({ id, actions }: Resource, model: GridModel, put: Put) {
  /** Counts what was asked about something typed since, which overtakes a look. */
  const asked = useRef(0);
  async function look(about: Asked, input: Record<string, unknown>): Promise<void> {
    const turn = asked.current;
    const ids = named(about.target).slice(0, MOST);
    const [preview, rows] = await Promise.all([
      rehearse(id, about, input),
      ids.length > 0 ? model.refetch(ids) : [],
    ]);
    const fresh = new Map(rows.map((row) => [row.id, row]));
    put(about.key, (now) => ({
      rows: now.rows.map((row) => fresh.get(row.id) ?? row),
      ...(turn === asked.current && figures(now, preview, actions[about.action]?.heeds !== undefined)),
    }));
  }

  return {
    look,
    asked,
    /** What was refused because nobody had seen it is shown; the next try is another command. */
    async again(about: Asked, typed: Record<string, unknown> = {}): Promise<false> {
      put(about.key, { attempt: commandKey(), changed: Date.now() });
      try {
        await look(about, withoutCode(typed));
      } catch (error) {
        put(about.key, { error: message(error) });
      }
      return false;
    },
  };
}

/**
 * What was refused for what is typed stays refused until something else is typed: only the figures beside it move. A
 * question that `carried` what had been refused has an answer that is the word on that, too.
 */
function figures(now: Pending, preview: Preview, carried: boolean): Partial<Pending> {
  const { preview: shown, before } = now;
  return {
    ...(carried ? said(now, preview) : before ? { before: preview } : { preview }),
    ...(differs(before ?? shown, preview) && { changed: Date.now() }),
  };
}

const named = (target: Target): string[] => ('ids' in target && Array.isArray(target.ids) ? target.ids : []);
