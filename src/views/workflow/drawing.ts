import { useMemo, useState } from 'react';
import type { FlowShown, FlowStepShown } from '../../../contract/approvalFlow.ts';
import { type Draft, draftOf, isSame, moved, newStep, versionNow } from './draft.ts';

/** What is drawn of a flow, and the version that it was drawn on. */
export interface Kept {
  draft: Draft;
  flowVersion: number;
}

/** What is drawn of each flow and not published: it stays while another one is looked at. */
export interface Drafts {
  of: ReadonlyMap<string, Kept>;
  keep: (id: string, kept: Kept | undefined) => void;
}

export function useDrafts(): Drafts {
  const [of, set] = useState<ReadonlyMap<string, Kept>>(new Map());
  return {
    of,
    keep: (id, kept) =>
      set((before) => {
        const next = new Map(before);
        if (kept) next.set(id, kept);
        else next.delete(id);
        return next;
      }),
  };
}

/** What is drawn of a flow, and which box has the keys. */
export function useDrawing(flow: FlowShown, drafts: Drafts) {
  const now = versionNow(flow)!;
  const kept = drafts.of.get(flow.id);
  // Its keys stay while the version does.
  const published = useMemo(() => draftOf(now), [now]);
  const [at, choose] = useState(0);
  const draft = kept?.draft ?? published;
  const chosen = Math.min(at, draft.steps.length - 1);
  const drawn = kept && !isSame(kept.draft, now) ? kept.draft : undefined;
  const set = (next: Draft): void => {
    const flowVersion = kept?.flowVersion ?? flow.flowVersion;
    drafts.keep(flow.id, isSame(next, now) ? undefined : { draft: next, flowVersion });
  };
  const steps = (next: Draft['steps']): void => set({ ...draft, steps: next });
  return {
    draft,
    drawn,
    /** A colleague has published since. */
    isBehind: drawn !== undefined && kept?.flowVersion !== flow.flowVersion,
    chosen,
    choose,
    limit: (limitAmount: string) => set({ ...draft, limitAmount }),
    set: (change: Partial<FlowStepShown>) =>
      steps(draft.steps.map((step, place) => (place === chosen ? { ...step, ...change } : step))),
    add() {
      steps(draft.steps.toSpliced(chosen + 1, 0, newStep()));
      choose(chosen + 1);
    },
    remove() {
      steps(draft.steps.toSpliced(chosen, 1));
      choose(Math.max(0, chosen - 1));
    },
    move(from: number, to: number) {
      steps(moved(draft.steps, from, to));
      choose(to);
    },
    discard: () => drafts.keep(flow.id, undefined),
    /** Goes on with what is drawn, over what was published. */
    goOn: () => drafts.keep(flow.id, { draft, flowVersion: flow.flowVersion }),
  };
}

export type Drawing = ReturnType<typeof useDrawing>;
