import type { Pool, PoolClient } from 'pg';
import { type Chain, CHAINS, SOURCES } from '../seal.ts';
import { LATE_MINUTES, type SealFault, verifyChain } from '../verifySeals.ts';
import type { Fault } from './ask.ts';
import { SPACES } from './spaces.ts';
import type { Walk } from './walk.ts';

/** After every seal: what no seal covers yet. */
const OPEN = SPACES.rows.last;

/** A seal covers so many rows, and each takes as long as some rows of the other walks. */
const SEAL_WEIGHT = 5_000;

const nameOf = (chain: Chain): string => `seals of ${chain}`;

/** An edit of sealed history, or a seal that is late, in the form of the other faults. */
function faultOf({ chain, sealId, fromId, toId, rowId, problem }: SealFault): Fault {
  const from = sealId ? String(BigInt(sealId) - 1n) : OPEN;
  return {
    invariant: problem === 'late' ? 'sealLate' : 'seal',
    subject: rowId ? `${SOURCES[chain].table} ${rowId}` : sealId ? `seal ${sealId}` : nameOf(chain),
    problem:
      problem === 'late'
        ? `rows ${fromId}–${toId} wait for their seal for more than ${LATE_MINUTES} minutes`
        : `${problem}, in the range ${fromId}–${toId}`,
    part: nameOf(chain),
    from,
    until: sealId ?? OPEN,
  };
}

async function sealsIn(db: PoolClient, chain: Chain, after: string, to: string): Promise<number> {
  const { rows } = await db.query<{ seals: string }>(
    'select count(*) as seals from seal where chain = $1 and id > $2 and id <= $3',
    [chain, after, to],
  );
  return Number(rows[0]!.seals);
}

/** Every seal of each chain, and at its end what no seal covers yet. */
export const sealWalks = (pool: Pool): Walk[] =>
  CHAINS.map((chain) => ({
    name: nameOf(chain),
    first: '0',
    size: 4,
    weight: SEAL_WEIGHT,
    async step({ db }, after, size) {
      const { faults, next, verified } = await verifyChain(pool, chain, { after, limit: size });
      const checked = await sealsIn(db, chain, after, verified);
      return { faults: faults.map(faultOf), next: next ?? undefined, checked };
    },
    left: ({ db }, after) => sealsIn(db, chain, after, OPEN),
  }));

const CHAIN_OF: ReadonlyMap<string, Chain> = new Map(CHAINS.map((chain) => [nameOf(chain), chain]));

/** The subjects at fault after a seal, of a chain that an alert names; undefined where it names none. */
export async function sealsStillFaulty(
  pool: Pool,
  part: string,
  after: string,
): Promise<Set<string> | undefined> {
  const chain = CHAIN_OF.get(part);
  if (!chain) return undefined;
  const { faults } = await verifyChain(pool, chain, { after, limit: 1 });
  return new Set(faults.map((fault) => faultOf(fault).subject));
}
