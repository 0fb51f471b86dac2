import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { currentLocale } from '../../kit/index.ts';
import type { Words } from '../actions/texts.ts';
import { partsOf } from '../sections.ts';
import { useInLanguage } from '../ui/useInLanguage.ts';
import { formFields, problems, toWrite } from './values.ts';

/** A shortened name ends in a full stop, which no sentence has in its middle. */
export const sentences = ({ field }: Words) => ({
  language: currentLocale(),
  label: (name: string) => field(name).replace(/\.$/, ''),
});

/** Names as the form shows them, part after part. */
const inOrder = (resource: Resource, mode: WriteMode): string[] =>
  partsOf(formFields(resource, mode)).flatMap(({ fields }) => fields.map(([name]) => name));

export interface FaultsProps {
  form: FormInstance<Record<string, unknown>>;
  resource: Resource;
  mode: WriteMode;
  row: Row | undefined;
  words: Words;
}

/** What is wrong with the fields: marked in the form, and how many there are. */
export function useFaults({ form, resource, mode, row, words }: FaultsProps) {
  const [count, setCount] = useState(0);
  function mark(found: Record<string, string[]>): void {
    form.setFields(formFields(resource, mode).map(([name]) => ({ name, errors: found[name] ?? [] })));
    setCount(Object.values(found).flat().length);
  }
  useInLanguage(() => {
    if (count > 0)
      mark(problems(resource, mode, toWrite(resource, mode, form.getFieldsValue(), row), sentences(words)));
  });

  function show(found: Record<string, string[]>): void {
    mark(found);
    const first = inOrder(resource, mode).find((name) => found[name]);
    if (first) form.scrollToField(first, { focus: true });
  }

  /** What is being mended no longer counts as wrong. */
  function mend(names: readonly string[]): void {
    if (count === 0) return;
    form.setFields(names.map((name) => ({ name, errors: [] })));
    setCount(form.getFieldsError().flatMap(({ errors }) => errors).length);
  }
  return { count, show, mend };
}
