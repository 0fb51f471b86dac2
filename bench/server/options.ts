import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openTempFolder } from '../../tests/support/folder.ts';

/** The parts of a run, in the order in which they are measured: what writes comes after what reads. */
export const SECTIONS = [
  'totals',
  'page',
  'snapshot',
  'export',
  'scroll',
  'scoped',
  'streams',
  'commands',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface BenchOptions {
  /** Numbers of demo orders, each with a database of its own. */
  sizes: number[];
  /** Empty for all sections, starts and growth. */
  only: ReadonlySet<Section>;
  /** Holds one data folder per size; absent for temporary ones. */
  dir: string | undefined;
  /** Leave the data folders for a later run. */
  keep: boolean;
}

const isSection = (name: string): name is Section => (SECTIONS as readonly string[]).includes(name);

/** The numbers of demo orders that `--orders` names. @throws Error where it names anything else */
export function sizesOf(orders: string): number[] {
  const sizes = orders.split(',').map(Number);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1_000))
    throw new Error('--orders takes numbers of 1000 or more, with commas between them');
  return sizes;
}

/** @throws Error with what an option takes */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '200000,1000000,5000000' },
      only: { type: 'string', default: '' },
      dir: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const sizes = sizesOf(values.orders);
  const names = values.only.split(',').filter((name) => name !== '');
  if (!names.every(isSection))
    throw new Error(`--only takes ${SECTIONS.join(', ')}, with commas between them`);
  if (values.keep && values.dir === undefined) throw new Error('--keep needs --dir');
  return { sizes, only: new Set(names), dir: values.dir && resolve(values.dir), keep: values.keep };
}

/** The data folder of one size. */
export interface DataFolder {
  dataDir: string;
  /** It holds the database of an earlier run. */
  loaded: boolean;
  done(): void;
}

export function dataFolder({ dir, keep }: BenchOptions, orders: number): DataFolder {
  const dataDir = dir === undefined ? openTempFolder(`bench-${orders}`) : join(dir, String(orders));
  return {
    dataDir,
    loaded: dir !== undefined && existsSync(join(dataDir, 'postgres-password')),
    done: () => (keep ? undefined : rmSync(dataDir, { recursive: true, force: true })),
  };
}
