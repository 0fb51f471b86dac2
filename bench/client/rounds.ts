import { percentile } from '../server/figures.ts';

/** One subject's numbers of one round, by metric. */
export type Sample = Record<string, number>;
export interface Round {
  baseline: [Sample, Sample];
  others: Record<string, Sample>;
}

/** Above this the machine changed under the round and its ratio says nothing. */
const DRIFT = 0.1;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Fresh subjects in turn, A B C A again, as many rounds as wanted; rounds in which the two baselines differ are made
 * up for by more, within reason.
 */
export async function interleave(
  wanted: number,
  judged: string,
  baseline: () => Promise<Sample>,
  others: Record<string, () => Promise<Sample>>,
  say: (line: string) => void,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < Math.floor(wanted * 1.6); round += 1) {
    const measured = await oneRound(baseline, others).catch((error: unknown) => {
      say(`round ${round + 1}: ${error instanceof Error ? error.message : String(error)}`);
    });
    if (!measured) continue;
    rounds.push(measured);
    const good = rounds.filter((each) => isQuiet(each, judged)).length;
    say(`round ${round + 1}: ${good} of ${wanted} with a steady baseline`);
    if (good >= wanted) break;
  }
  return rounds;
}

/** @throws Error that names the subject which could not be measured */
async function oneRound(
  baseline: () => Promise<Sample>,
  others: Record<string, () => Promise<Sample>>,
): Promise<Round> {
  const named = async (name: string, run: () => Promise<Sample>): Promise<Sample> => {
    try {
      return await run();
    } catch (error) {
      throw new Error(
        `${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
  };
  const first = await named('baseline', baseline);
  const measured: Record<string, Sample> = {};
  for (const [name, run] of Object.entries(others)) measured[name] = await named(name, run);
  return { baseline: [first, await named('baseline', baseline)], others: measured };
}

function isQuiet({ baseline: [a, b] }: Round, metric: string): boolean {
  const [first, second] = [a[metric] ?? Number.NaN, b[metric] ?? Number.NaN];
  return Math.abs(first - second) <= DRIFT * Math.min(first, second);
}

export interface Compared {
  value: number;
  baseline: number;
  ratio: number;
  /** Rounds that count; 0 when no baseline was steady and all rounds were taken for want of better. */
  rounds: number;
}

/** Median of the per-round ratios of one metric, the baseline being the mean of its two runs. */
export function compare(rounds: readonly Round[], subject: string, metric: string): Compared {
  const quiet = rounds.filter((round) => isQuiet(round, metric));
  const used = (quiet.length > 0 ? quiet : rounds).map((round) => ({
    value: round.others[subject]?.[metric] ?? Number.NaN,
    baseline: ((round.baseline[0][metric] ?? Number.NaN) + (round.baseline[1][metric] ?? Number.NaN)) / 2,
  }));
  return {
    value: median(used.map((each) => each.value)),
    baseline: median(used.map((each) => each.baseline)),
    ratio: median(used.map((each) => each.value / each.baseline)),
    rounds: quiet.length,
  };
}

/** Median over the rounds of a metric that is compared with nothing. */
export const middleOf = (rounds: readonly Round[], subject: string, metric: string): number =>
  median(rounds.map((round) => round.others[subject]?.[metric] ?? Number.NaN));
