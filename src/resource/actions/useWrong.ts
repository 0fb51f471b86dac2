import { type Dispatch, type SetStateAction, useEffect, useMemo } from 'react';
import type { Pending } from './pending.ts';
import { useFaultSeen } from './useFaultSeen.ts';

type Values = Record<string, unknown>;

/** What is wrong with which field, by the sheet itself or by the server: seen at once, and a refused code is gone. */
export function useWrong(
  base: string,
  faults: Pending['faults'],
  errors: Readonly<Record<string, string>>,
  setValues: Dispatch<SetStateAction<Values>>,
): Readonly<Record<string, string>> {
  const wrong = useMemo(
    () => ({
      ...Object.fromEntries(Object.entries(faults ?? {}).map(([field, [text = '']]) => [field, text])),
      ...errors,
    }),
    [faults, errors],
  );
  useFaultSeen(base, wrong);
  useEffect(() => {
    if (faults?.otp) setValues(({ otp: _refused, ...rest }) => rest);
  }, [faults, setValues]);
  return wrong;
}
