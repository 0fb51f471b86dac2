import { dictItems } from '../../contract/dicts.ts';
import type { Field, Fields } from '../../contract/field.ts';
import { amountText } from '../../contract/money.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { writable } from '../../contract/validate.ts';
import { newId } from '../../server/platform/db/id.ts';
import { ADDRESS } from './withdrawalWorld.ts';
import { utr } from './world.ts';

/** What somebody with bad intentions may send: any verb of any resource that has to do with money, with plausible input. */

export interface Verb {
  resource: Resource;
  name: string;
  mode: 'add' | 'update' | 'delete' | 'action';
}

const AREAS: ReadonlySet<string> = new Set(['orders', 'merchants', 'channels', 'finance', 'bank', 'reports']);

/** Every verb that writes; an export only reads. */
export const EVERY_VERB: readonly Verb[] = [...resources.values()].flatMap((resource) => [
  ...(['add', 'update', 'delete'] as const)
    .filter((mode) => resource.crud[mode])
    .map((mode): Verb => ({ resource, name: mode, mode })),
  ...Object.keys(resource.actions).map((name): Verb => ({ resource, name, mode: 'action' })),
]);

/** Those of every resource in which money is. */
export const VERBS: readonly Verb[] = EVERY_VERB.filter(({ resource }) => AREAS.has(resource.area));

/** Draws of one command. */
export interface Draws {
  /** Which row, and which of several values. */
  row: number;
  /** Paise. */
  amount: number;
  flag: boolean;
}

/** What the attackers know: ids and numbers of their own rows, and whatever else they may have seen. */
export interface Known {
  merchants: readonly string[];
  orderNos: readonly string[];
  /** An id of a row of another resource. */
  refs: (resource: string) => string | undefined;
}

const of = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

function textOf(name: string, { row }: Draws, known: Known): string {
  if (name === 'utr') return utr();
  if (name === 'orderNo') return of(known.orderNos, row) ?? 'none';
  if (name === 'address') return ADDRESS;
  if (name === 'transactionHash') return newId().padStart(64, 'b');
  return `T${newId()}`;
}

function moneyOf(name: string, amount: number): string {
  if (name === 'exchangeRate') return '88';
  if (/^(pay)?mini?Amount$/i.test(name)) return '1';
  if (/maxAmount$/i.test(name)) return '1000000';
  return name === 'fixedFee' || name === 'fixed' || name === 'payFixed'
    ? '0'
    : amountText((amount / 100).toFixed(2));
}

function valueOf(name: string, field: Field, draws: Draws, known: Known): unknown {
  switch (field.kind) {
    case 'ref':
      return field.to === 'merchant' ? of(known.merchants, draws.row) : known.refs(field.to);
    case 'dict':
      return field.dict === 'currency' ? 'INR' : of(dictItems(field.dict), draws.row)!.value;
    case 'money':
      return moneyOf(name, draws.amount);
    // As cheap for the merchant, or as much for the agent, as it may be.
    case 'rate':
      return draws.flag ? '0' : '0.5';
    case 'flag':
      return draws.flag;
    case 'int':
      return 1;
    case 'text':
      return textOf(name, draws, known);
    case 'url':
      return 'https://8.8.8.8/hear';
    default:
      return undefined;
  }
}

const filled = (fields: Fields, draws: Draws, known: Known): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = name === 'otp' ? undefined : valueOf(name, field, draws, known);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The form of a new row. */
export const addition = ({ fields }: Resource, draws: Draws, known: Known) =>
  filled(
    Object.fromEntries(Object.entries(fields).filter(([, field]) => writable(field, 'add'))),
    draws,
    known,
  );

/** One field of a row, another one each time. */
export function change({ fields }: Resource, draws: Draws, known: Known): Record<string, unknown> {
  const open = Object.entries(fields).filter(([, field]) => writable(field, 'update'));
  const one = of(open, draws.row);
  return one ? filled({ [one[0]]: one[1] }, draws, known) : {};
}

/** What the sheet of an action asks for. */
export const inputFor = ({ resource, name }: Verb, draws: Draws, known: Known) =>
  filled(resource.actions[name]!.input ?? {}, draws, known);
