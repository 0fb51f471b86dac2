import { fingerprint } from './compare.ts';
import type { Envelope, PanelRecord } from './envelope.ts';

/** Two windows on one layout: what each did since they were equal, put together. */

export interface Merged {
  envelope: Envelope;
  /** The other side changed the tree and this side did not: the screen shows an older one. */
  behind: boolean;
}

const changed = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Of each key: ours where we changed it, else theirs. */
function mixed<T>(
  base: Partial<Record<string, T>>,
  mine: typeof base,
  theirs: typeof base,
): Record<string, T> {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return Object.fromEntries(
    [...keys].flatMap((key): [string, T][] => {
      const value = changed(mine[key], base[key]) ? mine[key] : theirs[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function mergePanel(
  frame: PanelRecord,
  base?: PanelRecord,
  mine?: PanelRecord,
  theirs?: PanelRecord,
): PanelRecord {
  const source = !mine || (theirs && base && !changed(mine.state, base.state)) ? theirs : mine;
  return source ? { ...frame, state: source.state, title: source.title, shown: source.shown } : frame;
}

/**
 * Panel state, link contexts and chosen tabs never conflict: each panel's latest state counts. Undefined when both
 * sides changed the tree, the views or the links themselves, and not to the same.
 */
export function merge(base: Envelope, mine: Envelope, theirs: Envelope): Merged | undefined {
  const [was, ours, others] = [base, mine, theirs].map(fingerprint);
  const moved = ours !== was;
  const behind = others !== was && !moved;
  if (moved && others !== was && ours !== others) return undefined;
  const frame = behind ? theirs : mine;
  const panels = Object.entries(frame.panels).map(([id, record]): [string, PanelRecord] => [
    id,
    mergePanel(record, base.panels[id], mine.panels[id], theirs.panels[id]),
  ]);
  const contexts = mixed(base.links.contexts, mine.links.contexts, theirs.links.contexts);
  const envelope: Envelope = {
    ...frame,
    links: { panels: frame.links.panels, contexts },
    panels: Object.fromEntries(panels),
  };
  return { envelope, behind };
}
