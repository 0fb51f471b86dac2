import { renew, type Subject } from '../server/subject.ts';
import { type SignedIn, type Tab, withTab } from './browser.ts';
import { type LayoutName, storeLayouts } from './layouts.ts';

/** What every scenario needs. */
export interface Bench {
  subject: Subject;
  orders: number;
  rounds: number;
  /** Animation frames of one walk. */
  frames: number;
  /** Cookies of the signed-in administrator, young enough for one browser. */
  cookies(): Promise<SignedIn>;
  /** Chooses the layout that the next page shows. */
  show(name: LayoutName): Promise<void>;
  say(line: string): void;
}

/** Names no view, so that the layout is restored as it was stored and nothing else opens. */
export const ROOT = '/';
/** Where a host of panels without layouts is mounted. */
export const HOME = '/dashboard/home';
/** A token lives ten minutes; a measurement starts with at least half of that. */
const YOUNG_MS = 240_000;

export async function prepare(
  subject: Subject,
  { orders, rounds, frames }: Pick<Bench, 'orders' | 'rounds' | 'frames'>,
): Promise<Bench> {
  let signedInAt = performance.now();
  const young = async () => {
    if (performance.now() - signedInAt < YOUNG_MS) return;
    await renew(subject);
    signedInAt = performance.now();
  };
  const activate = await storeLayouts(subject);
  return {
    subject,
    orders,
    rounds,
    frames,
    async cookies() {
      await young();
      return [{ name: 'access-token', value: subject.token }];
    },
    async show(name) {
      await young();
      await activate(name);
    },
    say: (line) => process.stdout.write(`  ${line}\n`),
  };
}

/** A fresh browser with the product in it, on this layout as it was stored; `base` where it is not served by itself. */
export async function onPage<T>(
  bench: Bench,
  layout: LayoutName,
  work: (tab: Tab) => Promise<T>,
  base = bench.subject.base,
): Promise<T> {
  await bench.show(layout);
  return withTab(base + ROOT, await bench.cookies(), work);
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const percent = (value: number): string => `${value.toFixed(1)} %`;
