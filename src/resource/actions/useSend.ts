import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { currentLocale } from '../../kit/index.ts';
import type { Pending } from './pending.ts';
import type { Words } from './texts.ts';
import type { Actions } from './useActions.ts';
import { estimateInputs } from './useEstimate.ts';
import { useInLanguage } from '../ui/useInLanguage.ts';
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
  /** The count of rows, as it was typed. */
  confirmed: number | undefined;
}

const own = (issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? WHOLE), message]));

/** Sends what is typed into a sheet, and tells what is wrong with it by field. */
export function useSend({ actions, pending, words, base, input, values, setValues, confirmed }: Ports) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wrong = useWrong(base, pending.faults, errors, values, setValues);
  const note = useSent(actions, pending, values);
  const going = useRef(false);
  const checkedOf = async (fields: Fields) => {
    // The schemas weigh more than all sheets together, and most actions ask for nothing.
    const { fieldsSchema } = await import('../../../contract/validate.ts');
    return fieldsSchema(fields, { language: currentLocale(), label: words.input }).safeParse(values);
  };

  /** All that is wrong at once, in the order of the sheet: what the fields say, and what the server says of the rest. */
  const tell = async (fields: Fields, known: Readonly<Record<string, string>>): Promise<void> => {
    const good = Object.fromEntries(Object.entries(values).filter(([name]) => known[name] === undefined));
    const action = actions.get(pending.action);
    const from = action.estimateOn && estimateInputs(action, good);
    const at = from && Object.keys(from).at(-1);
    const alone = action.otp && pending.count === 1 && pending.preview ? [good] : [];
    // One question stops at the first fault: what the figures come from is asked of apart from the rest.
    const asked = action.estimateOn ? (from ? [good, from] : []) : alone;
    const problems = await Promise.all(
      asked.map((each) => actions.against(each, at).catch((): Record<string, string> => ({}))),
    );
    const all: Readonly<Record<string, string>> = Object.assign({}, ...problems, known);
    const inOrder = [...Object.keys(fields), WHOLE].filter((name) => all[name] !== undefined);
    setErrors(Object.fromEntries(inOrder.map((name) => [name, all[name]!])));
  };

  const send = async (ready: boolean) => {
    if (ready) note();
    if (!input) return ready ? actions.commit(undefined, confirmed) : false;
    const checked = await checkedOf(input);
    setErrors((now) => (Object.keys(now).length > 0 ? {} : now));
    if (ready && checked.success) return actions.commit(checked.data as Values, confirmed);
    await tell(input, checked.success ? {} : own(checked.error.issues));
    return false;
  };
  useInLanguage(() => {
    if (Object.keys(wrong).length > 0) void send(false);
  });
  return {
    wrong,
    /** A second Enter comes before anything has been drawn. What is not `ready` is not sent: what is wrong with it is shown. */
    async commit(ready = true) {
      if (going.current) return;
      going.current = true;
      await send(ready).finally(() => {
        going.current = false;
      });
    },
  };
}
