import type { ReactNode } from 'react';
import { useT } from '../../kit/i18n/i18n.ts';
import type { LazyText } from './pair.ts';

/** What is wrong, by field or with the whole form. */
export type Wrong<Field extends string> = Partial<Record<Field | 'form', LazyText>>;

interface Notes<Field extends string> {
  /** Id of the message that says why a field is refused; undefined while it is not. */
  described: (field: Field) => string | undefined;
  note: (field: Field) => ReactNode;
  /** What is wrong with the whole. */
  problem: ReactNode;
}

/** The messages of a form of the sign-in page. */
export function useNotes<Field extends string>(wrong: Wrong<Field>): Notes<Field> {
  const t = useT('app');
  const idOf = (field: Field) => `signin-${field}-error`;
  return {
    described: (field) => (wrong[field] ? idOf(field) : undefined),
    note: (field) =>
      wrong[field] && (
        <span className="signin-note" id={idOf(field)} role="alert">
          {wrong[field](t)}
        </span>
      ),
    problem: wrong.form && (
      <p className="signin-error" role="alert">
        {wrong.form(t)}
      </p>
    ),
  };
}
