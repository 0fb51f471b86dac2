import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { currentLocale } from '../../kit/index.ts';
import type { Pending } from './pending.ts';
import type { Words } from './texts.ts';
import type { Actions } from './useActions.ts';
import { useSent } from './useSent.ts';
import { useWrong } from './useWrong.ts';

type Values = Record<string, unknown>;

/** Where what is wrong with all of it is kept: no field has that name. */
export const WHOLE = '';

interface Ports {
  actions: Actions;
  pending: Pending;
  words: Words;
  base: string;
  input: Fields | undefined;
  values: Values;
  setValues: Dispatch<SetStateAction<Values>>;
}

/** Sends what is typed into a sheet, and tells what is wrong with it by field. */
export function useSend({ actions, pending, words, base, input, values, setValues }: Ports) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wrong = useWrong(base, pending.faults, errors, values, setValues);
  const note = useSent(actions, pending, values);
  const going = useRef(false);
  const send = async () => {
    note();
    if (!input) return actions.commit();
    // The schemas weigh more than all sheets together, and most actions ask for nothing.
    const { fieldsSchema } = await import('../../../contract/validate.ts');
    const checked = fieldsSchema(input, { language: currentLocale(), label: words.input }).safeParse(values);
    setErrors((now) => (Object.keys(now).length > 0 ? {} : now));
    if (checked.success) return actions.commit(checked.data as Values);
    setErrors(
      Object.fromEntries(
        checked.error.issues.map((issue) => [String(issue.path[0] ?? WHOLE), issue.message]),
      ),
    );
    return false;
  };
  return {
    wrong,
    /** A second Enter comes before anything has been drawn. */
    async commit() {
      if (going.current) return;
      going.current = true;
      await send().finally(() => {
        going.current = false;
      });
    },
  };
}
