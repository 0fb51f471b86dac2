// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { readDocument } from '../../dashboard/document.ts';
import { parseShape, shippedShape } from '../../resource/savedViews/shape.ts';
import { workspace } from '../../workspace/core/workspace.ts';
import { readEnvelope } from '../../workspace/envelope/read.ts';
import { blankEnvelope } from '../../workspace/sync/defaults.ts';
import './workspace.ts';

/** What is stored for a person, broken in every way in which a file, an older build or an attacker breaks it. */

const shipped = (kind: string): unknown[] =>
  Object.entries(import.meta.glob<unknown>('../../../layouts/*/*.json', { import: 'default', eager: true }))
    .filter(([path]) => path.endsWith(`/${kind}.json`))
    .map(([, raw]) => raw);

/** An own key of that name, which an object literal would take for its prototype. */
const prototyped: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
const deep: unknown = JSON.parse(`${'{"children":['.repeat(400)}1${']}'.repeat(400)}`);

const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    1e308,
    '',
    '../../etc/passwd',
    'javascript:alert(1)',
    '<img src=x onerror=alert(1)>',
    [],
    {},
    prototyped,
    deep,
    'x'.repeat(100_000),
    Array.from({ length: 3_000 }, () => ({ type: 'tab', id: 'orders' })),
  ),
  fc.anything({ maxDepth: 2 }),
);

/** Every place in a JSON value. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

function withPlace(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as Record<string, unknown>) };
  const at = copy as Record<string, unknown>;
  if (rest.length === 0 && put === undefined) delete at[key];
  else at[key] = withPlace(at[key], rest, put);
  return copy;
}

/** A shipped file with up to four places deleted or replaced, or the text of it cut off, or of a later build. */
const brokenOf = (kind: string) =>
  fc
    .tuple(
      fc.constantFrom(...shipped(kind)),
      fc.array(fc.tuple(fc.nat(), fc.option(HOSTILE, { nil: undefined })), { minLength: 1, maxLength: 4 }),
      fc.option(fc.double({ min: 0, max: 0.99, noNaN: true })),
      fc.boolean(),
    )
    .map(([raw, changes, cut, future]) => {
      let value: unknown = future ? withPlace(raw, ['schema'], 99) : raw;
      for (const [seed, put] of changes) {
        const places = placesOf(value).filter((path) => path.length > 0);
        if (places.length > 0) value = withPlace(value, places[seed % places.length]!, put);
      }
      if (cut === null) return value;
      const text =
        JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? null : each)) ?? '';
      return text.slice(0, Math.floor(text.length * cut));
    });

const RUNS = { numRuns: 1_000 };

describe('what is stored', () => {
  it('as a layout always becomes one that can be shown, and is then whole', () => {
    fc.assert(
      fc.property(brokenOf('workspace'), (raw) => {
        const { envelope, repairs, replaced } = readEnvelope(raw, blankEnvelope('mine'));
        workspace.load(envelope);
        const tabs = workspace.tabs();
        expect(new Set(tabs).size).toBe(tabs.length);
        for (const id of tabs) expect(envelope.panels[id], id).toBeDefined();
        expect(readEnvelope(JSON.parse(JSON.stringify(envelope)), blankEnvelope('mine')).repairs).toEqual([]);
        // What was replaced says why.
        if (replaced) expect(repairs.length).toBeGreaterThan(0);
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('as a dashboard is one that can be shown, or none', () => {
    fc.assert(
      fc.property(brokenOf('dashboard'), (raw) => {
        const read = readDocument(raw);
        if (!read) return;
        expect(new Set(read.tiles.map(({ id }) => id)).size).toBe(read.tiles.length);
        for (const { x, y, w, h } of read.tiles)
          for (const each of [x, y, w, h]) expect(Number.isSafeInteger(each)).toBe(true);
        expect(readDocument(JSON.parse(JSON.stringify(read)))).toEqual(read);
      }),
      RUNS,
    );
  });

  it('as a view of a list filters by what the list knows', () => {
    const views = Object.keys(collectOrder.views).map((name) => shippedShape(collectOrder, name));
    const broken = fc
      .tuple(fc.constantFrom(...views), fc.nat(), HOSTILE, fc.option(fc.nat({ max: 400 })))
      .map(([shape, seed, put, cut]) => {
        const places = placesOf(shape).filter((path) => path.length > 0);
        const value = withPlace(shape, places[seed % places.length]!, put);
        const text =
          JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? null : each)) ?? 'null';
        return cut === null ? text : text.slice(0, cut);
      });
    fc.assert(
      fc.property(broken, (text) => {
        const shape = parseShape(collectOrder, text);
        for (const name of Object.keys(shape.filters))
          expect(name === 'anyId' || collectOrder.fields[name]?.filter !== undefined, name).toBe(true);
        expect(collectOrder.fields[shape.sort.field]?.sort, shape.sort.field).toBeTruthy();
        expect(parseShape(collectOrder, JSON.stringify(shape))).toEqual(shape);
      }),
      RUNS,
    );
  });
});
