import { isFamily } from '../../contract/family.ts';
import type { Field } from '../../contract/field.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { shapeOf } from '../support/shapes.ts';
import type { Declared } from './audienceWorld.ts';

/** What nobody means, for every place that a call reads from. */

/** What `String()` throws on. */
const THING = { toString: 1, valueOf: 1 };
const DEEP = JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown;

/** As JSON, or as text in an address. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  {},
  [],
  [[]],
  [null],
  [{}],
  THING,
  [THING],
  DEEP,
  'a\u0000b',
  'a\ud800',
  '\u202e\u200b',
  "'; select pg_sleep(9) --",
  '%',
  '\\',
  '%_\\%',
  '*',
  '$1',
  '{{{{',
  '"',
  'x'.repeat(100_000),
  '9'.repeat(400),
  'constructor',
  '__proto__',
  'toString',
  '2026-02-30',
  '2026-13-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01',
  '0000-00-00 00:00:00',
  '0001-01-01T00:00:00+14:00',
  '2026-01-01T00:00:00+99:99',
  '24:60',
  'Mars/Olympus',
  'infinity',
  '-infinity',
  'NaN',
  '1e400',
  '-0',
  '0x10',
  '١٢٣',
  -1,
  0,
  1.5,
  1e300,
  -1e300,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  8.64e15 + 1,
  253_402_300_800_000,
  '2147483648',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(19),
  `0.${'1'.repeat(30)}`,
  Array.from({ length: 3_000 }, (_, at) => String(at)),
  ['2026-02-30', '2026-02-31'],
  { from: '2026-02-30', to: '9999-12-31' },
  { from: THING, to: null },
  { from: '-1e9', to: '1e400' },
  { from: 8.64e15 + 1, to: -8.64e15 - 1 },
];

/** What lists and their neighbours read beside their own fields. */
const LIST_KEYS = [
  'page',
  'pageSize',
  'start',
  'end',
  'field',
  'order',
  'sort',
  'keyword',
  'search',
  'filter',
  'anyId',
  'ids',
  'limit',
  'columns',
  'snapshot',
  'after',
  'before',
  'by',
  'id',
  'Id',
  'startTime',
  'endTime',
  'noSuchColumn',
];

const SORT_KEYS = ['field', 'order', 'descStr'];

/** Where a value of the caller goes into a call of the route. */
const placesOf = ({ body, query }: Declared, resource: Resource | undefined): string[] => [
  ...new Set([
    ...shapeOf(body),
    ...shapeOf(query),
    ...Object.keys(resource?.fields ?? {}),
    ...LIST_KEYS,
    ...SORT_KEYS,
  ]),
];

/** Draws of one call: which values, and which of several places. */
export class Draw {
  private at = 0;
  private readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  private next(): number {
    const number = this.numbers[this.at % this.numbers.length]!;
    this.at += 1;
    return number + this.at;
  }

  of<T>(list: readonly T[]): T {
    return list[this.next() % list.length]!;
  }

  upTo(most: number): number {
    return (this.next() % most) + 1;
  }
}

/** A value that the field takes, so that what is hostile is met behind the first check. */
function plausible(field: Field | undefined): unknown {
  switch (field?.kind) {
    case 'money':
    case 'rate':
    case 'int':
    case 'dict':
    case 'ref':
      return '1';
    case 'flag':
      return true;
    case 'instant':
      return { from: '2026-01-01T00:00:00Z' };
    case 'date':
      return { from: '2026-01-01' };
    default:
      return 'x';
  }
}

const OPERATORS = [
  'EQ',
  'NEQ',
  'LT',
  'GTE',
  'StartsWith',
  'EndsWith',
  'Contains',
  'constructor',
  8,
  99,
  null,
];

function filterOf(draw: Draw, resource: Resource | undefined): unknown {
  const fields = Object.keys(resource?.fields ?? { id: {} });
  const leaf = {
    field: draw.upTo(6) === 1 ? draw.of(HOSTILE) : draw.of([...fields, 'id', 'createTime']),
    operator: draw.of(OPERATORS),
    value: draw.of(HOSTILE),
  };
  return draw.upTo(2) === 1
    ? leaf
    : { logic: draw.of(['and', 'or', 'xor', 1, 9, null, THING]), filters: [leaf, draw.of([leaf, null, 5])] };
}

function valueAt(draw: Draw, place: string, resource: Resource | undefined): unknown {
  const bad = draw.of(HOSTILE);
  const names = Object.keys(resource?.fields ?? {});
  const name = names.length > 0 ? draw.of(names) : bad;
  if (place === 'filter' && draw.upTo(4) > 1) return filterOf(draw, resource);
  if (place === 'search' && draw.upTo(3) > 1)
    return { fields: draw.of([bad, [name], [bad, name]]), keyword: draw.of([bad, 'x']) };
  if (place === 'sort' && draw.upTo(3) > 1)
    return [{ field: draw.of([name, bad]), order: draw.of(['ascending', 'descending', bad]) }];
  if (place === 'by' && draw.upTo(3) > 1) return draw.of([[name], [name, bad], [bad]]);
  if (place === 'columns' && draw.upTo(3) > 1) return [name, bad];
  return draw.of([bad, bad, bad, [bad], { from: bad }, { to: bad }, { from: bad, to: bad }, ['x', bad]]);
}

/** What is read by name in a body that is any record. */
const OWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  groups: ['by', 'by', 'filter', 'search'],
  rows: ['sort', 'start', 'end', 'snapshot', 'after', 'before', 'filter'],
  page: ['field', 'order', 'filter', 'search', 'keyword', 'anyId'],
  totals: ['filter', 'search', 'anyId'],
  options: ['ids', 'limit', 'keyword'],
  position: ['id', 'sort', 'filter'],
};

export interface HostileCall {
  path: string;
  body?: unknown;
}

const wellFormed = (text: string): string => text.toWellFormed();
const inAddress = (value: unknown): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000));

/** A command whose `dryRun` writes nothing, or an export, of which nobody carries out the job. */
export const isRehearsed = (url: string): boolean => {
  const [, , id, verb] = url.split('/');
  const resource = resources.get(id ?? '');
  return (
    resource !== undefined &&
    !isFamily(resource) &&
    (verb === 'export' || Object.hasOwn(resource.actions, verb ?? ''))
  );
};

/** A dry run on chosen rows, or on all that match. */
function rehearsal(declared: Declared, resource: Resource, draw: Draw): HostileCall {
  const verb = declared.url.split('/').at(-1)!;
  const names = Object.keys(resource.actions[verb]?.input ?? { reason: {} });
  const input = Object.fromEntries(
    Array.from({ length: draw.upTo(3) }, () => [draw.of(names), draw.of(HOSTILE)]),
  );
  const all = { [draw.of(Object.keys(resource.fields))]: draw.of(HOSTILE), filter: filterOf(draw, resource) };
  const rows = draw.of<object>([
    { ids: draw.of([['1'], [draw.of(HOSTILE)], draw.of(HOSTILE)]) },
    { all },
    { all, except: draw.of(HOSTILE), snapshot: draw.of(HOSTILE), token: draw.of(HOSTILE) },
  ]);
  return {
    path: declared.url.replace('/api/', ''),
    body: { ...rows, ...(draw.upTo(2) === 1 && { input }), dryRun: true },
  };
}

/** One call of a route that reads. */
export function hostileCall(declared: Declared, resource: Resource | undefined, draw: Draw): HostileCall {
  const path = declared.url
    .replace('/api/', '')
    .replaceAll(/:\w+|\*/g, () => inAddress(draw.of(HOSTILE)) || '0');
  const places = placesOf(declared, resource);
  if (resource && declared.effect === 'keyed' && !path.endsWith('/export'))
    return rehearsal(declared, resource, draw);
  if (declared.method === 'GET') {
    const names = shapeOf(declared.query);
    const asked = Array.from({ length: draw.upTo(3) }, () => draw.of(names.length > 0 ? names : places));
    return {
      path: `${path}?${asked.map((name) => `${name}=${inAddress(draw.of(HOSTILE))}`).join('&')}`,
    };
  }
  if (draw.upTo(25) === 1) return { path, body: draw.of(HOSTILE) };
  const verb = declared.url.split('/').at(-1)!;
  const own = [...shapeOf(declared.body), ...(Object.hasOwn(OWN_KEYS, verb) ? OWN_KEYS[verb]! : [])];
  const body: Record<string, unknown> = {};
  if (draw.upTo(3) === 1)
    for (const name of shapeOf(declared.body)) body[name] = plausible(resource?.fields[name]);
  for (let left = draw.upTo(3); left > 0; left -= 1) {
    const place = draw.of(own.length > 0 && draw.upTo(2) === 1 ? own : places);
    Object.defineProperty(body, place, {
      value: valueAt(draw, place, resource),
      enumerable: true,
      configurable: true,
    });
  }
  return { path, body };
}
