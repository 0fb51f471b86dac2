import type { Action } from '../../../contract/resource.ts';
import { useCaller, useT } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import { revalidateTargets } from './revalidateTargets.ts';
import type { Words } from './texts.ts';
import { mayRun } from './why.ts';

const MOST_GUARDED = 500;

/** A command under way, and the rows it acts on; none where they are not named. */
export interface Flight {
  name: string;
  ids: ReadonlySet<string> | undefined;
}

/** One of them may still change what is meant now. */
const isUnderWay = (flights: readonly Flight[], targetIds: readonly string[] | undefined): boolean =>
  flights.some(({ ids }) => !ids || !targetIds || targetIds.some((id) => ids.has(id)));

interface Ports {
  model: GridModel;
  words: Words;
  get: (name: string) => Action;
  flights: readonly Flight[];
}

/** Whether an action may run on what is chosen, as far as that can be known here. */
export function useMay({ model, words, get, flights }: Ports) {
  const t = useT('grid');
  const caller = useCaller();
  const { targets, resource } = model;
  return {
    /** True, or the sentence that says why not now. */
    may(name: string): true | string {
      if (get(name).on === 'new') return flights.length > 0 ? t('busy') : true;
      const count = targets.count();
      if (count === 0) return words.select(name);
      if (get(name).on === 'one' && count !== 1) return words.one(name);
      if (isUnderWay(flights, targets.ids())) return t('busy');
      const rows = targets.rows().slice(0, MOST_GUARDED);
      const answer = mayRun(resource, { ...get(name), name }, rows, caller, t, words.field);
      // Whoever knows not all of the rows, or not as they are, cannot refuse: the server does.
      return answer === true || targets.areCurrent() ? answer : true;
    },
    /** What is waited for before `may` is asked, if anything. */
    ready(name: string): Promise<true | string> | undefined {
      const { on, confirm, input } = get(name);
      return on === 'new' ? undefined : revalidateTargets(model, t, { immediate: !confirm && !input });
    },
  };
}
