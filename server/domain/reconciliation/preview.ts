import type { Pool } from 'pg';
import * as z from 'zod';
import { idOf } from '../../../contract/idOf.ts';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';
import type { PreviewAnswer } from '../../../contract/statementPreview.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { BrokenStatement } from '../statements/brokenStatement.ts';
import { previewInWorker } from '../statements/readInWorker.ts';
import { formatText, givenFormat } from './givenFormat.ts';
import { ownAccounts } from './ownAccounts.ts';

export const previewQuestion = z.object({
  /** Whose bank type says how; without one the file's own names of columns decide. */
  bankAccountId: idOf('bankAccount').optional(),
  currency: z.string().min(3).max(4).optional(),
  zone: z.string().max(64).optional(),
  format: formatText,
});
type PreviewQuestion = z.output<typeof previewQuestion>;

/** Where most of the banks are. */
const ZONE = 'Asia/Kolkata';

const ACCOUNT = `select a.currency, t.parser from bank_account a join bank_type t on t.id = a.bank_type_id
  where a.id = $1 and a.tenant_id = $2`;

/** How a file would be read; nothing is written. @throws Refused statementEmpty, statementFormat, notFound */
export async function previewUpload(
  pool: Pool,
  { tenantId }: Caller,
  bytes: Buffer,
  { bankAccountId, currency, zone, format: given }: PreviewQuestion,
): Promise<PreviewAnswer> {
  if (bytes.length === 0) throw new Refused('statementEmpty');
  const { rows } = bankAccountId
    ? await pool.query<{ currency: string; parser: unknown }>(ACCOUNT, [bankAccountId, tenantId])
    : { rows: [] };
  const [account] = rows;
  if (bankAccountId && !account) throw new Refused('notFound');
  const ofType = account && statementFormatSchema.safeParse(account.parser).data;
  const own = givenFormat(given);
  // Whether the rules match what proves nothing is the bank type's to say.
  const leave = account && { matchUnproven: ofType?.matchUnproven ?? false };
  const format = own ? { ...own, ...leave } : ofType;
  const known = {
    currency: account?.currency ?? currency ?? 'INR',
    zone: format?.zone ?? zone ?? ZONE,
    own: await ownAccounts(pool, tenantId),
  };
  try {
    return await previewInWorker({ bytes, format, account: known });
  } catch (error) {
    if (!(error instanceof BrokenStatement)) throw error;
    return { failure: { why: error.why, line: error.line } };
  }
}
