import { dictValue } from '../../../contract/dicts.ts';
import { foldingLists } from '../../../contract/identity/lookAlikes.ts';
import { REFERENCE_WORDS } from '../../../contract/identity/referenceForm.ts';
import { APPROVAL_STATUS, CALL_STATE } from './statuses.ts';

/** States that only the server knows; all others are dictionaries, named without their `Enum`. */
const OWN: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  approval: APPROVAL_STATUS,
  outboundCall: CALL_STATE,
  // what reference_form() folds
  looksLike: { ...foldingLists(), words: REFERENCE_WORDS },
};

const NAME = /(?<!:):([a-z]\w*)\.(\w+)/gi;

function valueOf(of: string, name: string): number | string {
  const value = OWN[of] ? OWN[of][name] : dictValue(`${of}Enum`, name);
  if (value === undefined) throw new Error(`${of} has no ${name}`);
  return value;
}

/**
 * SQL with the values of `:collectStatus.success` and the like, which the schema's files name: the predicates of partial
 * indexes and checks are constants, as the planner needs them.
 * @throws Error for a name that no dictionary has
 */
export const withStatusValues = (sql: string): string =>
  sql.replace(NAME, (_, of: string, name: string) => String(valueOf(of, name)));
