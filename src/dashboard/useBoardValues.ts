import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type ViewProps, useCaller, useUserSetting } from '../kit/index.ts';
import { reviveArgs } from '../kit/address.ts';
import type { BoardValues, Variable } from '../kit/figures/board.ts';
import { parseKept, valuesKey } from './keptValues.ts';
import { heldOf, permitted, readValues, withValue } from './values.ts';

interface Options extends Pick<ViewProps, 'args' | 'setArgs' | 'setShown'> {
  /** Id of the dashboard, empty for the person's first one. */
  board: string;
  /** What the document begins with. */
  initial: BoardValues | undefined;
}

/** A link sets what it carries once; from then on the address follows what is chosen. */
function useLinked({ board, args, setArgs }: Options, take: (values: BoardValues) => void): void {
  const taken = useRef<ViewProps['args']>(undefined);
  useEffect(() => {
    if (taken.current === args) return;
    taken.current = args;
    const linked = readValues(reviveArgs(args));
    if (heldOf(linked).length === 0) return;
    take(linked);
    setArgs?.(board ? { board } : {});
  }, [board, args, setArgs, take]);
}

/** The values of a dashboard's variables: what the person chose last, else what the dashboard begins with. */
export function useBoardValues(options: Options) {
  const { board, setShown, initial } = options;
  const { can } = useCaller();
  const [kept, keep] = useUserSetting(valuesKey(board), parseKept);
  const values = useMemo(() => permitted(kept?.values ?? initial ?? {}, can), [kept, initial, can]);
  const refresh = kept?.refresh;
  const take = useCallback((next: BoardValues) => keep({ values: next, refresh }), [keep, refresh]);
  useLinked(options, take);
  useEffect(() => {
    if (heldOf(values).length > 0) setShown?.({ ...(board && { board }), ...values });
    else setShown?.(undefined);
  }, [board, values, setShown]);
  return {
    values,
    refresh,
    set: (name: Variable, value: unknown) => take(withValue(values, name, value)),
    setRefresh: (seconds: number | undefined) => keep({ values, refresh: seconds }),
  };
}

export type BoardVariables = ReturnType<typeof useBoardValues>;
