import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { firstValues } from './Inputs.tsx';
import { type Pending, firstIn } from './pending.ts';

type Values = Record<string, unknown>;

/** What the first person named is in the field by which the second one confirms it, unless somebody typed there. */
export function useFirst(
  { preview }: Pending,
  fields: Fields | undefined,
  begun: Values,
  setValues: Dispatch<SetStateAction<Values>>,
): void {
  const first = firstIn(preview);
  const named = first && JSON.stringify(firstValues(fields, { id: '', ...first }));
  useEffect(() => {
    if (named === undefined) return;
    const untouched = (now: Values) =>
      Object.entries(JSON.parse(named) as Values).filter(([name]) => now[name] === begun[name]);
    setValues((now) => ({ ...now, ...Object.fromEntries(untouched(now)) }));
  }, [named, begun, setValues]);
}
