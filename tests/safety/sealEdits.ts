import type pg from 'pg';
import type { Chain } from '../../server/ledger/seal.ts';
import { type SealFault, verifyWholeChain } from '../../server/ledger/verifySeals.ts';

/** Edits as the owner, looks with the verifier, and puts everything back. */
export async function verifyEdited(
  owner: pg.Pool,
  chain: Chain,
  ...edits: [text: string, ...values: unknown[]][]
): Promise<SealFault[]> {
  const tx = await owner.connect();
  try {
    await tx.query('begin');
    for (const [text, ...values] of edits) await tx.query(text, values);
    return await verifyWholeChain({ query: tx.query.bind(tx) } as typeof owner, chain);
  } finally {
    await tx.query('rollback');
    tx.release();
  }
}
