/**
 * A long walk over alike things takes a share of them in each run, another one each time; `npm run soak:walks` walks all.
 * A failure names the seed: `WALK_SEED=…` takes the same share again.
 */
export const WALKS_ALL = process.env.WALK_ALL === '1';
const seed = Number(process.env.WALK_SEED ?? Math.trunc(Math.random() * 2 ** 31));

/** For the message of what is expected of a share. */
export const SHARE = WALKS_ALL ? 'all of them' : `a share of them, WALK_SEED=${seed}`;

/** In which of `of` shares the thing at this place of a walk is in this run: each comes once in `of` places in a row. */
export const shareOf = (at: number, of: number): number => (at + seed) % of;

/** Whether it is in the share of this run, one in `of`. */
export const isWalked = (at: number, of: number): boolean => WALKS_ALL || shareOf(at, of) === 0;
