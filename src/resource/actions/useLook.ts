import type { Dispatch, SetStateAction } from 'react';
import type { Resource } from '../../../contract/resource.ts';
import type { GridModel } from '../grid/model.ts';
import { type Pending, differs, message } from './pending.ts';
import { type Target, commandKey, runAction } from './run.ts';

/** Rows that are read anew beside the figures. */
const MOST = 500;

export type Asked = Pick<Pending, 'key' | 'action' | 'target'>;

/** Looks at an open command once more, since its rows may have become others. */
export function useLook(
  { id }: Resource,
  model: GridModel,
  setPending: Dispatch<SetStateAction<Pending | undefined>>,
) {
  async function look({ key, action, target }: Asked, input: Record<string, unknown>): Promise<void> {
    const ids = named(target).slice(0, MOST);
    const [preview, rows] = await Promise.all([
      runAction(id, action, { ...target, input, dryRun: true }),
      ids.length > 0 ? model.refetch(ids) : [],
    ]);
    const fresh = new Map(rows.map((row) => [row.id, row]));
    setPending((now) =>
      now?.key === key
        ? {
            ...now,
            preview,
            rows: now.rows.map((row) => fresh.get(row.id) ?? row),
            ...(differs(now.preview, preview) && { changed: Date.now() }),
          }
        : now,
    );
  }

  return {
    look,
    /** What was refused because nobody had seen it is shown; the next try is another command. */
    async again({ key, ...asked }: Asked, typed: Record<string, unknown> = {}): Promise<false> {
      const next = commandKey();
      const put = (was: string, change: Partial<Pending>): void =>
        setPending((now) => (now?.key === was ? { ...now, ...change } : now));
      put(key, { key: next, changed: Date.now() });
      const { otp: _spent, ...input } = typed;
      try {
        await look({ ...asked, key: next }, input);
      } catch (error) {
        put(next, { error: message(error) });
      }
      return false;
    },
  };
}

const named = (target: Target): string[] => ('ids' in target && Array.isArray(target.ids) ? target.ids : []);
