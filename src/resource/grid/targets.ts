import type { Row } from '../../../contract/calls.ts';
import { MOST } from './due.ts';
import type { GridModel } from './model.ts';

/** The rows a verb acts on: the checked ones, else the focused one. */
export interface Targets {
  /** The row a verb acts on while nothing is checked. */
  focusedId(): string | undefined;
  /** Scrolls to the focused row where it is the only target; false where it is in view already, or there are more. */
  reveal(): boolean;
  count(): number;
  /** Undefined while all that match are selected. */
  ids(): string[] | undefined;
  /** Those that are loaded; the others are known by id alone. */
  rows(): Row[];
  /** All of them are loaded and, as far as is known, as the server has them: only then may their state refuse a verb. */
  areCurrent(): boolean;
  /**
   * Reads those again that may have changed since they were drawn; undefined where there are none. Resolves with true
   * where one of them has. @throws CallError where they could not be read
   */
  revalidate(): Promise<boolean> | undefined;
}

export function createTargets(model: GridModel): Targets {
  const { selection, blocks, live } = model;
  const loaded = (id: string): Row | undefined => model.focused.rowOf(id);
  const focusedId = (): string | undefined => loaded(selection.cursor() ?? '')?.id;
  /** Rows read again while the panel is still marked as old, and since when it was then. */
  let confirmed: { since: number | undefined; ids: ReadonlySet<string> } | undefined;
  const chosen = (): number => selection.count(model.state().total);
  const ids = (): string[] | undefined => {
    const checked = selection.ids();
    const focused = focusedId();
    return checked?.length === 0 && focused !== undefined ? [focused] : checked;
  };
  return {
    focusedId,
    ids,
    reveal() {
      const focused = chosen() === 0 ? focusedId() : undefined;
      const index = focused === undefined ? undefined : blocks.indexOf(focused);
      if (index === undefined || model.screen.sees(index)) return false;
      model.screen.reveal(index);
      return true;
    },
    count: () => chosen() || (focusedId() === undefined ? 0 : 1),
    rows() {
      const named = ids() ?? blocks.order().filter((id) => selection.has(id));
      return named.map(loaded).filter((row) => row !== undefined);
    },
    areCurrent() {
      const { staleSince, total } = model.state();
      const named = ids();
      const isConfirmed = staleSince === confirmed?.since && named?.every((id) => confirmed?.ids.has(id));
      if (staleSince !== undefined && !isConfirmed) return false;
      return named ? named.every((id) => loaded(id) && !live.waits(id)) : blocks.size() >= total;
    },
    revalidate() {
      const uncertain = (ids() ?? [])
        .slice(0, MOST)
        .filter((id) => loaded(id) && (model.isStale() || live.isDue(id) || !blocks.get(id)));
      if (uncertain.length === 0) return undefined;
      const before = uncertain.map(loaded);
      return model.reload(uncertain).then(() => {
        confirmed = { since: model.state().staleSince, ids: new Set(uncertain) };
        return uncertain.some((id, at) => JSON.stringify(loaded(id)) !== JSON.stringify(before[at]));
      });
    },
  };
}
