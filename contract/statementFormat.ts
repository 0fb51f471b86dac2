import * as z from 'zod';

/** How a bank writes its statements: the names of its columns and the manner of its dates and numbers. */

export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export const ENCODINGS = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'GB18030', 'Big5', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** What a column may be, in the order in which a form asks. */
export const COLUMN_ROLES = [
  'date',
  'time',
  'reference',
  'amount',
  'side',
  'credit',
  'debit',
  'balance',
  'balanceSide',
  'status',
  'payer',
  'description',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const column = z.string().trim().min(1).max(80);

export const statementFormatSchema = z
  .strictObject({
    date: column,
    /** A column of its own for the time of day. */
    time: column.optional(),
    reference: column.optional(),
    /** Either one column, signed or with another one that says Cr or Dr beside it, or one for each direction. */
    amount: column.optional(),
    side: column.optional(),
    credit: column.optional(),
    debit: column.optional(),
    payer: column.optional(),
    description: column.optional(),
    balance: column.optional(),
    /** Says Cr or Dr of the balance. */
    balanceSide: column.optional(),
    /** Says what became of a payment: only what succeeded is money. */
    status: column.optional(),
    dateOrder: z.enum(DATE_ORDERS).default('YMD'),
    zone: z.string().max(64).default('Asia/Kolkata'),
    decimal: z.enum(['.', ',']).default('.'),
    /** Detected in each file where it is not said. */
    delimiter: z.enum(DELIMITERS).optional(),
    encoding: z.enum(ENCODINGS).optional(),
    /** A file without balances and totals that prove its reading is matched by the rules all the same. */
    matchUnproven: z.boolean().default(false),
  })
  .refine(
    ({ amount, credit, debit }) => (amount === undefined) === (credit !== undefined && debit !== undefined),
    { path: ['amount'] },
  )
  .refine(({ amount, side }) => side === undefined || amount !== undefined, { path: ['side'] })
  .refine(({ balance, balanceSide }) => balanceSide === undefined || balance !== undefined, {
    path: ['balanceSide'],
  });
export type StatementFormat = z.output<typeof statementFormatSchema>;

/** The columns that a format reads, by what each is. */
export const columnsOf = (format: StatementFormat): [ColumnRole, string][] =>
  COLUMN_ROLES.flatMap((role) => {
    const name = format[role];
    return name === undefined ? [] : [[role, name] as [ColumnRole, string]];
  });
