import {
  COLUMN_ROLES,
  type ColumnRole,
  type StatementFormat,
  statementFormatSchema,
} from '../../../contract/statementFormat.ts';

/** A format while it is being made: what is not chosen yet is absent. */
export type FormatDraft = Readonly<Record<string, string | boolean | undefined>>;

export const draftOf = (text: unknown): FormatDraft | undefined => {
  if (typeof text !== 'string' || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as FormatDraft)
      : undefined;
  } catch {
    return undefined;
  }
};

/** As the field is kept: columns in their order, then the manner. */
export function textOf(draft: FormatDraft): string {
  const rest = { ...draft };
  const ordered: Record<string, unknown> = {};
  for (const role of COLUMN_ROLES) {
    if (rest[role] !== undefined && rest[role] !== '') ordered[role] = rest[role];
    delete rest[role];
  }
  return JSON.stringify({ ...ordered, ...rest }, null, 2);
}

export const formatOf = (draft: FormatDraft): StatementFormat | undefined =>
  statementFormatSchema.safeParse(draft).data;

/** Amounts are in one column, or in one for each direction. */
export type Amounts = 'one' | 'two';

export function amountsOf({ amount, side, credit, debit }: FormatDraft): Amounts | undefined {
  if (credit !== undefined || debit !== undefined) return 'two';
  return amount !== undefined || side !== undefined ? 'one' : undefined;
}

/** Columns that are still to be chosen. */
export function missingOf(draft: FormatDraft, amounts: Amounts): ColumnRole[] {
  const wanted: readonly ColumnRole[] = amounts === 'one' ? ['date', 'amount'] : ['date', 'credit', 'debit'];
  const unbalanced: ColumnRole[] =
    draft.balanceSide !== undefined && draft.balance === undefined ? ['balance'] : [];
  return [...wanted.filter((role) => draft[role] === undefined), ...unbalanced];
}

const ROLES: Readonly<Record<Amounts, readonly ColumnRole[]>> = {
  one: ['amount', 'side'],
  two: ['credit', 'debit'],
};

export function rolesOf(amounts: Amounts): readonly ColumnRole[] {
  const others = new Set<ColumnRole>(ROLES[amounts === 'one' ? 'two' : 'one']);
  return COLUMN_ROLES.filter((role) => !others.has(role));
}

/** Without the columns that the other way of amounts has. */
export function turned(draft: FormatDraft, to: Amounts): FormatDraft {
  const next = { ...draft };
  for (const role of ROLES[to === 'one' ? 'two' : 'one']) delete next[role];
  return next;
}
