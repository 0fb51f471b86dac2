import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef } from 'react';
import type { Pending } from './pending.ts';
import { useFaultSeen } from './useFaultSeen.ts';

type Values = Record<string, unknown>;

/**
 * What is wrong with which field, by the sheet itself or by the server: seen at once, and a refused code is gone. What
 * holds something else by now is wrong no longer.
 */
export function useWrong(
  base: string,
  faults: Pending['faults'],
  errors: Readonly<Record<string, string>>,
  values: Values,
  setValues: Dispatch<SetStateAction<Values>>,
): Readonly<Record<string, string>> {
  const wrong = useMemo(
    (): Readonly<Record<string, string>> => ({
      ...Object.fromEntries(Object.entries(faults ?? {}).map(([field, [text = '']]) => [field, text])),
      ...errors,
    }),
    [faults, errors],
  );
  useFaultSeen(base, wrong);
  useEffect(() => {
    if (faults?.otp) setValues(({ otp: _refused, ...rest }) => rest);
  }, [faults, setValues]);
  const shown = useRef({ wrong, values });
  if (shown.current.wrong !== wrong) shown.current = { wrong, values };
  const mended = (name: string) => values[name] !== undefined && values[name] !== shown.current.values[name];
  return Object.fromEntries(Object.entries(wrong).filter(([name]) => !mended(name)));
}
