import { hash } from '@node-rs/argon2';

/** The least that argon2id allows: tests sign in many hundred people, and none is about what a guess costs. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
const hashes = new Map<string, Promise<string>>();

/** The hash of a password for planted accounts, one per process and password; quick to verify. */
export function plantedHash(plain: string): Promise<string> {
  let known = hashes.get(plain);
  if (!known) {
    known = hash(plain, CHEAPEST);
    hashes.set(plain, known);
  }
  return known;
}
