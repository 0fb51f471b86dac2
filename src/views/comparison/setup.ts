import {
  COMPARED_MOST,
  isComparable,
  isKey,
  KEYS_MOST,
  SHOWN,
  SIDES_MOST,
} from '../../../contract/comparison.ts';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { resources } from '../../../contract/resources/index.ts';
import { type Filters, parseFilters } from '../../resource/filters/model.ts';
import type { Part } from './alignment.ts';
import { SELECT_COLUMN } from '../../resource/grid/columns.ts';
import { known } from '../../kit/data/known.ts';
import type { KeptColumn } from '../../resource/grid/columnState.ts';

/** Which lists are compared, by what they are aligned and what of them is compared. */

export interface SideSetup {
  resource: string;
  filters: Filters;
}

export interface Pairing {
  /** For each part of the key its field on each side; `a|b`: the first of them with a value. */
  key: readonly (readonly string[])[];
  /** For each comparison its field on each side; null where the side has none. */
  compared: readonly (readonly (string | null)[])[];
}

/** Numbers that are the same thing in several lists, what distinguishes best first. */
const NUMBERS = ['orderNo', 'merchantOrderNo', 'upstreamOrderNo', 'billNo', 'utr', 'reference', 'entryId'];
/** What groups rows where no number does. */
const GROUPS = ['merchantId', 'upstreamId', 'channelId', 'currency'];
/** Names of one thing. */
const NAMESAKES: Readonly<Record<string, string>> = { utr: 'reference', reference: 'utr' };
const COMPARED_FIRST = ['amount', 'currency', 'merchantId', 'utr', 'reference', 'fee', 'status'];
/** More of them at first would fill the half of a panel. */
const PROPOSED = 4;

const fieldOf = (resource: Resource, name: string): Field | undefined => known(resource).fields[name];

/** Values of the two mean the same. */
export const areAlike = (a: Field, b: Field): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'dict' || (b.kind === 'dict' && a.dict === b.dict)) &&
  (a.kind !== 'ref' || (b.kind === 'ref' && a.to === b.to));

/** The field of each list that is the same thing by its name; undefined where one has none. */
function shared(
  lists: readonly Resource[],
  name: string,
  fits: (field: Field) => boolean,
): string[] | undefined {
  const [first] = lists;
  const field = first && fieldOf(first, name);
  if (!field || !fits(field)) return undefined;
  const found = lists.map((list) =>
    [name, NAMESAKES[name]].find((each) => {
      const other = each === undefined ? undefined : fieldOf(list, each);
      return other !== undefined && fits(other) && areAlike(field, other);
    }),
  );
  return found.includes(undefined) ? undefined : (found as string[]);
}

/** What the lists can be aligned by: a number that all of them have, else what groups their rows. */
export function proposedKey(lists: readonly Resource[]): string[][] {
  const isOne = new Set(lists.map(({ id }) => id)).size === 1;
  const numbers = NUMBERS.flatMap((name) => {
    // In one list a row's own number is never that of another row.
    if (isOne && lists[0]!.label === name) return [];
    const found = shared(lists, name, isKey);
    return found ? [found] : [];
  });
  const groups = GROUPS.flatMap((name) => {
    const found = shared(lists, name, isKey);
    return found ? [found] : [];
  });
  if (isOne && groups.length > 0) return groups.slice(0, 1);
  if (numbers.length > 0) return numbers.slice(0, 1);
  return groups.slice(0, 2);
}

/** What all lists have in common beyond the key. */
export function proposedCompared(lists: readonly Resource[], key: Pairing['key']): (string | null)[][] {
  const keyed = new Set(key.map(([name]) => name));
  const names = [...new Set([...COMPARED_FIRST, ...Object.keys(known(lists[0]!).fields)])];
  return names
    .filter((name) => !keyed.has(name))
    .flatMap((name) => {
      const found = shared(lists, name, (field) => isComparable(field) && field.kind !== 'instant');
      return found ? [found] : [];
    })
    .slice(0, PROPOSED);
}

/** Fields of a list that a part of the key, or a comparison, can be. */
export const fieldsFor = (resource: Resource, purpose: 'key' | 'compared'): string[] =>
  Object.entries(known(resource).fields)
    .filter(([, field]) => (purpose === 'key' ? isKey(field) : isComparable(field)))
    .map(([name]) => name);

const namesOf = (part: string): string[] => part.split('|');

/** A field that the list has for the purpose; alternatives count as one. */
function isFor(resource: Resource, purpose: 'key' | 'compared', name: unknown): name is string {
  if (typeof name !== 'string') return false;
  const allowed = fieldsFor(resource, purpose);
  return namesOf(name).every((each) => allowed.includes(each));
}

const listOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? (raw as unknown[]) : []);

/** A stored or linked pairing becomes one that fits the lists, else what is proposed for them. */
export function parsePairing(lists: readonly Resource[], raw: unknown): Pairing {
  const { key, compared } = (raw ?? {}) as Partial<Record<keyof Pairing, unknown>>;
  const keys = listOf(key)
    .map(listOf)
    .filter(
      (part) => part.length === lists.length && part.every((name, at) => isFor(lists[at]!, 'key', name)),
    )
    .slice(0, KEYS_MOST) as string[][];
  const comparisons = listOf(compared)
    .map(listOf)
    .filter(
      (part) =>
        part.length === lists.length &&
        part.every((name, at) => name === null || isFor(lists[at]!, 'compared', name)),
    )
    .slice(0, COMPARED_MOST) as (string | null)[][];
  const parts = keys.length > 0 ? keys : proposedKey(lists);
  return { key: parts, compared: Array.isArray(compared) ? comparisons : proposedCompared(lists, parts) };
}

/** The sides that a stored or linked comparison names, as far as the lists exist. */
export function parseSides(raw: unknown): SideSetup[] {
  return listOf(raw)
    .slice(0, SIDES_MOST)
    .flatMap((each): SideSetup[] => {
      const { resource: id, filters } = (each ?? {}) as Partial<Record<keyof SideSetup, unknown>>;
      const resource = typeof id === 'string' ? resources.get(id) : undefined;
      return resource ? [{ resource: resource.id, filters: parseFilters(known(resource), filters) }] : [];
    });
}

const sideIn = (value: unknown, sides: number): number | undefined =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < sides ? Number(value) : undefined;

/** Which rows a stored or linked comparison of so many sides shows. */
export function parsePart(raw: unknown, sides: number): Part {
  const given = (raw ?? {}) as Partial<Record<keyof Part, unknown>>;
  const lacking = sideIn(given.lacking, sides);
  return {
    show: SHOWN.find((each) => each === given.show) ?? 'all',
    ...(lacking !== undefined && { lacking }),
  };
}

/** The side that leads a stored or linked comparison of so many. */
export const parseLeading = (raw: unknown, sides: number): number | undefined => sideIn(raw, sides);

/** As the server takes the key of one side. */
export const keyOf = ({ key }: Pairing, side: number): string[][] => key.map((part) => namesOf(part[side]!));

/** The columns of a side: what aligns it, what is compared, then the rest in its usual order. */
export function columnsOfSide(resource: Resource, pairing: Pairing, side: number): KeptColumn[] {
  const sides = pairing.key[0]?.length ?? 0;
  const keys = keyOf(pairing, side).flat();
  // More sides have no room for a column that stays.
  const pinned = sides <= 2 && keys.length === 1 ? 'left' : null;
  const first = [...keys, ...pairing.compared.flatMap((part) => part[side] ?? [])];
  const { fields } = known(resource);
  const rest = Object.keys(fields).filter((name) => !first.includes(name));
  return [
    { colId: SELECT_COLUMN, pinned: 'left' },
    ...[...new Set(first)].map(
      (colId): KeptColumn => ({
        colId,
        hide: false,
        pinned: keys.includes(colId) ? pinned : null,
      }),
    ),
    ...rest.map((colId): KeptColumn => ({ colId, hide: fields[colId]!.extra === true, pinned: null })),
  ];
}
