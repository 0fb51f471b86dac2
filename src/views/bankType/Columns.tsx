import type { ColumnRole } from '../../../contract/statementFormat.ts';
import { useT } from '../../kit/index.ts';
import { Column } from './Column.tsx';
import { type Amounts, type FormatDraft, missingOf, rolesOf } from './draft.ts';
import { Chosen } from './Manner.tsx';

interface ColumnsProps {
  id: string;
  draft: FormatDraft;
  amounts: Amounts;
  /** Of the sample; none before there is one. */
  columns: readonly string[];
  disabled: boolean;
  set: (name: string, value: string | undefined) => void;
  turn: (amounts: Amounts) => void;
}

const WAYS = ['one', 'two'] as const;
const WANTED: readonly ColumnRole[] = ['date', 'amount', 'credit', 'debit'];

/** What each column is, those that a file cannot be read without marked. */
export function Columns({ id, draft, amounts, columns, disabled, set, turn }: ColumnsProps) {
  const t = useT('bank');
  const missing = Object.keys(draft).length > 0 ? missingOf(draft, amounts) : [];
  return (
    <>
      <Chosen
        id={`${id}-amounts`}
        label={t('bankType.format.amounts.label')}
        value={amounts}
        options={WAYS.map((value) => ({ value, text: t(`bankType.format.amounts.${value}`) }))}
        disabled={disabled}
        set={(value) => turn(value as Amounts)}
      />
      {rolesOf(amounts).map((role) => {
        const label = t(`bankType.format.fields.${role}`);
        const value = draft[role];
        return (
          <div key={role} className="format-field">
            <label htmlFor={`${id}-${role}`}>
              {label}
              {WANTED.includes(role) && <span aria-hidden> *</span>}
            </label>
            <Column
              id={`${id}-${role}`}
              label={label}
              value={typeof value === 'string' ? value : undefined}
              columns={columns}
              isMissing={missing.includes(role)}
              disabled={disabled}
              set={(next) => set(role, next)}
            />
          </div>
        );
      })}
    </>
  );
}
