import type { Resource } from '../../../contract/resource.ts';
import { formatCount, translate, translateIfAny } from '../../kit/index.ts';

/** The words of a resource's fields and actions; a screen may say them shorter than the definition does. */
export interface Words {
  field: (name: string) => string;
  /** The same within a sentence about what was typed into a sheet. */
  input: (name: string) => string;
  action: (name: string) => string;
  /** Nothing is chosen. */
  select: (action: string) => string;
  /** More than one is chosen. */
  one: (action: string) => string;
  done: (action: string) => string;
  /** The verb with its objects: "Settle 3 orders". */
  verb: (action: string, count: number) => string;
  title: () => string;
  /** One of them: "Merchant". */
  record: () => string;
}

export function wordsOf(resource: Resource): Words {
  const base = `${resource.area}:${resource.id}`;
  const action = (name: string) =>
    translateIfAny(`${base}.actions.${name}`) ?? translateIfAny(`grid:actions.${name}`) ?? name;
  const field = (name: string) =>
    translateIfAny(`${base}.fields.${name}`) ?? translateIfAny(`grid:fields.${name}`) ?? name;
  return {
    action,
    field,
    input: (name) => translateIfAny(`${base}.inputs.${name}`) ?? field(name),
    verb(name, count) {
      const values = {
        action: translateIfAny(`${base}.verbs.${name}`) ?? action(name),
        count,
        shown: formatCount(count),
      };
      // Where verb and objects stand side by side they are no sentence in every language.
      const whole = translateIfAny(`${base}.verbOf.${name}`, values);
      return whole ?? translateIfAny(`${base}.verb`, values) ?? translate('grid:sheet.verb', values);
    },
    select: (action) => translateIfAny(`${base}.select.${action}`) ?? translate('grid:select.some'),
    one: (action) => translateIfAny(`${base}.one.${action}`) ?? translate('grid:select.one'),
    done: (action) => translateIfAny(`${base}.done.${action}`) ?? translate('grid:done'),
    title: () => translateIfAny(`${base}.title`) ?? resource.id,
    record: () => translateIfAny(`${base}.record`) ?? translateIfAny(`${base}.title`) ?? resource.id,
  };
}
