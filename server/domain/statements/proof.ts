import { Amount, amountText } from '../../../contract/money.ts';
import type { Line, ReadRow, SkipReason } from './line.ts';
import type { DeclaredFigure } from './words.ts';

export type Declared = Partial<Record<DeclaredFigure, string>>;

/** Two lines between which a statement's own balance and our reading part. */
export interface Break {
  /** Numbers of the two lines, in the order of the file. */
  above: number;
  below: number;
  /** The balance that our reading of the later one gives, and the one that is printed. */
  expected: string;
  printed: string;
}

/** A figure that the statement names and our reading does not give. */
export interface Disagreement {
  figure: DeclaredFigure;
  expected: string;
  printed: string;
}

/**
 * What the file's own figures say of our reading of it: `proven` where every one that it has agrees, `broken` where one
 * does not, `unproven` where it has none that would.
 */
export interface Proof {
  state: 'proven' | 'broken' | 'unproven';
  /** The time order of the file's lines, as its balances tell it. */
  order: 'oldestFirst' | 'newestFirst';
  /** Neighbours whose balances agree. */
  links: number;
  breaks: readonly Break[];
  disagreements: readonly Disagreement[];
}

const BREAKS_KEPT = 20;
/** Rows that are payments, though no money moved. */
const COUNTED: ReadonlySet<SkipReason> = new Set(['status', 'neutral']);

interface Step {
  number: number;
  balance: Amount;
  /** What this line moved, and the lines without a balance between it and the one above. */
  moved: Amount;
  /** The same of the lines between the one above, which counts, and this one, which does not. */
  movedAbove: Amount;
}

const signed = ({ direction, amount }: Line): Amount =>
  direction === 1 ? new Amount(amount) : new Amount(amount).negated();

/** Stretches of lines with a balance; a line that cannot be read ends one. */
function stretches(rows: readonly ReadRow[]): Step[][] {
  const all: Step[][] = [[]];
  let [moved, above] = [new Amount(0), new Amount(0)];
  for (const row of rows) {
    if ('faults' in row) {
      all.push([]);
      [moved, above] = [new Amount(0), new Amount(0)];
    }
    if (!('line' in row)) continue;
    const own = signed(row.line);
    moved = moved.plus(own);
    if (row.line.balance === null) {
      above = above.plus(own);
      continue;
    }
    all.at(-1)!.push({ number: row.number, balance: new Amount(row.line.balance), moved, movedAbove: above });
    [moved, above] = [new Amount(0), own];
  }
  return all;
}

/** Breaks of the chain of balances where the file runs forward in time, or backward. */
function breaksOf(all: readonly (readonly Step[])[], isForward: boolean): Break[] {
  return all.flatMap((steps) =>
    steps.slice(1).flatMap((step, at) => {
      const before = steps[at]!;
      const [from, to, moved] = isForward ? [before, step, step.moved] : [step, before, step.movedAbove];
      const expected = from.balance.plus(moved);
      if (expected.equals(to.balance)) return [];
      const [above, below] = [before.number, step.number];
      return [{ above, below, expected: amountText(expected), printed: amountText(to.balance) }];
    }),
  );
}

/** What our reading gives for the figures that a statement may name, each worked out without that figure itself. */
function figuresOf(rows: readonly ReadRow[], opening: string | undefined, order: Proof['order']): Declared {
  const lines = rows.flatMap((row) => ('line' in row ? [row.line] : []));
  const [into, out] = [1, 2].map((side) => lines.filter(({ direction }) => direction === side)) as [
    Line[],
    Line[],
  ];
  const total = (of: readonly Line[]) => of.reduce((sum, { amount }) => sum.plus(amount), new Amount(0));
  const counted = rows.filter((row) => !('skipped' in row) || COUNTED.has(row.skipped.reason));
  const inTime = order === 'oldestFirst' ? lines : lines.toReversed();
  const [first, last] = [inTime[0], inTime.at(-1)];
  const net = total(into).minus(total(out));
  const closing = last?.balance ?? (opening && amountText(new Amount(opening).plus(net)));
  return {
    ...(first?.balance && { opening: amountText(new Amount(first.balance).minus(signed(first))) }),
    ...(closing && { closing }),
    debitCount: String(out.length),
    creditCount: String(into.length),
    debits: amountText(total(out)),
    credits: amountText(total(into)),
    count: String(counted.length),
  };
}

/** Of these a sum is printed without its sign. */
const UNSIGNED: ReadonlySet<DeclaredFigure> = new Set(['debits', 'credits']);
/** Figures that say something of amounts. */
const TELLING: readonly DeclaredFigure[] = ['opening', 'closing', 'debits', 'credits'];

const agrees = (figure: DeclaredFigure, printed: string, ours: string): boolean =>
  new Amount(UNSIGNED.has(figure) ? new Amount(printed).abs() : printed).equals(ours);

/** Whether the file's own figures agree with how its rows were read. Rows in the order of the file. */
export function prove(rows: readonly ReadRow[], declared: Declared): Proof {
  const all = stretches(rows);
  const pairs = all.reduce((count, steps) => count + Math.max(0, steps.length - 1), 0);
  const [forward, backward] = [breaksOf(all, true), breaksOf(all, false)];
  const isForward = forward.length <= backward.length;
  const breaks = isForward ? forward : backward;
  const order = isForward ? 'oldestFirst' : 'newestFirst';
  const ours = figuresOf(rows, declared.opening, order);
  const disagreements = (Object.entries(declared) as [DeclaredFigure, string][]).flatMap(
    ([figure, printed]) => {
      const expected = ours[figure];
      return expected === undefined || agrees(figure, printed, expected)
        ? []
        : [{ figure, expected, printed }];
    },
  );
  const isProvable = pairs > 0 || TELLING.some((figure) => declared[figure] && ours[figure]);
  const isBroken = breaks.length > 0 || disagreements.length > 0;
  return {
    state: isBroken ? 'broken' : isProvable ? 'proven' : 'unproven',
    order,
    links: pairs - breaks.length,
    breaks: breaks.slice(0, BREAKS_KEPT),
    disagreements,
  };
}
