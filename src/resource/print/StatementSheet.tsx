import { useId, useState } from 'react';
import { dict, type Fields, instant, ref } from '../../../contract/field.ts';
import { useCaller, useT } from '../../kit/index.ts';
import { Inputs } from '../actions/Inputs.tsx';
import type { Words } from '../actions/texts.ts';
import { PrintSheet } from './PrintSheet.tsx';

interface StatementSheetProps {
  words: Words;
  /** Whose and when, as the list has it. */
  first: Readonly<Record<string, unknown>>;
  close: () => void;
}

const statementFields = (staff: boolean): Fields => ({
  ...(staff && { merchantId: ref('merchant', { required: true }) }),
  currency: dict('currency', { required: true }),
  from: instant({ required: true }),
  to: instant({ required: true }),
});

/** A merchant's statement: whose, in which currency and of which period, and what it looks like. */
export function StatementSheet({ words, first, close }: StatementSheetProps) {
  const t = useT('platform');
  const { profile } = useCaller();
  const base = useId();
  const [values, setValues] = useState<Record<string, unknown>>({ ...first });
  const fields = statementFields(profile.kind === 'staff');
  const isWhole = Object.keys(fields).every((name) => values[name] !== undefined && values[name] !== '');
  const own: Words = {
    ...words,
    field: (name) => (name === 'from' || name === 'to' ? t(`sysPrint.names.${name}`) : words.field(name)),
  };
  return (
    <PrintSheet
      source="merchantStatement"
      title={t('sysPrint.paper.statement')}
      wanted={isWhole ? values : undefined}
      close={close}
    >
      {(errors) => (
        <Inputs
          base={base}
          fields={fields}
          words={own}
          values={values}
          errors={errors}
          onChange={setValues}
        />
      )}
    </PrintSheet>
  );
}
