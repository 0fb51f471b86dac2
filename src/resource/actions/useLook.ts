import type { Resource } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import { type Pending, type Put, differs, message } from './pending.ts';
import { type Target, commandKey, rehearse, withoutCode } from './run.ts';

/** Rows that are read anew beside the figures. */
const MOST = 500;

export type Asked = Pick<Pending, 'key' | 'action' | 'target'>;

/** Looks at an open command once more, since its rows may have become others. */
export function useLook({ id }: Resource, model: GridModel, put: Put) {
  async function look(asked: Asked, input: Record<string, unknown>): Promise<void> {
    const ids = named(asked.target).slice(0, MOST);
    const [preview, rows] = await Promise.all([
      rehearse(id, asked, input),
      ids.length > 0 ? model.refetch(ids) : [],
    ]);
    const fresh = new Map(rows.map((row) => [row.id, row]));
    put(asked.key, (now) => ({
      preview,
      before: undefined,
      rows: now.rows.map((row) => fresh.get(row.id) ?? row),
      ...(differs(now.preview, preview) && { changed: Date.now() }),
    }));
  }

  return {
    look,
    /** What was refused because nobody had seen it is shown; the next try is another command. */
    async again({ key, ...asked }: Asked, typed: Record<string, unknown> = {}): Promise<false> {
      const next = commandKey();
      put(key, { key: next, changed: Date.now() });
      try {
        await look({ ...asked, key: next }, withoutCode(typed));
      } catch (error) {
        put(next, { error: message(error) });
      }
      return false;
    },
  };
}

const named = (target: Target): string[] => ('ids' in target && Array.isArray(target.ids) ? target.ids : []);
