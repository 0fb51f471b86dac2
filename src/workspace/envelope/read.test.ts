import fc from 'fast-check';
import { Model } from 'flexlayout-react';
import { describe, expect, it } from 'vitest';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { modelOf, normalised } from '../core/model.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { fingerprint } from './compare.ts';
import { type Envelope, LOST_VIEW, SCHEMA, tabIdsOf } from './envelope.ts';
import { readEnvelope } from './read.ts';

const fallback: Envelope = blankEnvelope('Default');
const read = (raw: unknown) => readEnvelope(raw, fallback);
const clone = (): Record<string, never> => structuredClone(operator) as unknown as Record<string, never>;
const panel = (view: string) => ({ view, version: 1, args: {}, state: null });
const tab = (id: string) => ({ type: 'tab', id });
const withTabs = (tabs: unknown[], panels: Record<string, unknown>) => ({
  ...blankEnvelope('x'),
  layout: { layout: { type: 'row', children: [{ type: 'tabset', children: tabs }] }, subLayouts: {} },
  panels,
});

describe('a sound layout', () => {
  it('is read without a repair, from an object and from text, and again from what it became', () => {
    const first = read(operator);
    expect(first.repairs).toEqual([]);
    expect(tabIdsOf(first.envelope.layout).sort()).toEqual(Object.keys(operator.panels).sort());
    const second = read(JSON.stringify(first.envelope));
    expect(second).toEqual(first);
  });

  it('compares equal to itself after the library has rebuilt it', () => {
    const { envelope } = read(operator);
    const once = { ...envelope, layout: normalised(envelope.layout) };
    const twice = { ...once, layout: normalised(once.layout) };
    expect(fingerprint(twice)).toBe(fingerprint(once));
  });

  it('is not edited by choosing a tab, scrolling or a context, but by a move, a colour and an argument', () => {
    const { envelope } = read(operator);
    const base = fingerprint(envelope);
    const changed = (change: (copy: Envelope) => void) => {
      const copy = structuredClone(envelope);
      change(copy);
      return fingerprint(copy) !== base;
    };
    expect(changed((copy) => void (copy.panels.orders!.state = { top: 9 }))).toBe(false);
    expect(
      changed((copy) => void (copy.links.contexts = { pink: { resource: 'x', id: '1', source: 't' } })),
    ).toBe(false);
    expect(changed((copy) => void (copy.panels.orders!.args = { status: [2] }))).toBe(true);
    expect(changed((copy) => void (copy.links.panels.orders = { colour: 'blue' }))).toBe(true);
    expect(changed((copy) => void copy.layout.layout.children!.reverse())).toBe(false);
    expect(changed((copy) => void (copy.layout.layout.weight = 33))).toBe(true);
  });
});

describe('what is broken', () => {
  it('falls back to the default for what is no layout, and says so', () => {
    for (const raw of [undefined, null, 7, '', 'nonsense', '{"schema":', '[]', [], true, '"x"'])
      expect(read(raw)).toMatchObject({
        replaced: true,
        repairs: [{ code: 'unreadable' }],
        envelope: fallback,
      });
  });

  it.each([[[1, 2, 3]], ['text'], [null]])(
    'opens the tabs it knows again where the panels are %j',
    (panels) => {
      const base = readEnvelope(operator, fallback).envelope;
      base.panels.orders!.state = { top: 9 };
      const { envelope, repairs, replaced } = readEnvelope({ ...clone(), panels }, base);
      expect(replaced).toBe(false);
      expect(repairs).toEqual([{ code: 'panelsLost' }]);
      expect(tabIdsOf(envelope.layout)).toEqual(tabIdsOf(base.layout));
      expect(envelope.panels.orders).toMatchObject({ view: 'collectOrder', state: null });
    },
  );

  it('is the default where no tab can be known, and never an empty workspace', () => {
    expect(read({ ...clone(), panels: [1] })).toMatchObject({ replaced: true, envelope: fallback });
    expect(read(withTabs([], {})).replaced).toBe(false);
  });

  it('does not guess at a newer program', () => {
    expect(read({ ...clone(), schema: SCHEMA + 1 })).toMatchObject({
      replaced: true,
      repairs: [{ code: 'future' }],
    });
  });

  it('refuses a text beyond all measure', () => {
    expect(read(`{"schema":2,"x":"${'y'.repeat(1_000_001)}"}`)).toMatchObject({
      repairs: [{ code: 'tooLarge' }],
    });
  });

  it('keeps the first of two tabs with one id', () => {
    const { envelope, repairs } = read(
      withTabs([tab('a'), tab('a'), tab('b')], { a: panel('x'), b: panel('y') }),
    );
    expect(tabIdsOf(envelope.layout)).toEqual(['a', 'b']);
    expect(repairs).toEqual([{ code: 'duplicateId', detail: 'a' }]);
  });

  it('drops tabs without a panel and panels without a tab', () => {
    const { envelope, repairs } = read(
      withTabs([tab('a'), tab('ghost')], { a: panel('x'), unused: panel('z') }),
    );
    expect(Object.keys(envelope.panels)).toEqual(['a']);
    expect(repairs).toEqual([{ code: 'lostPanel', detail: 'ghost' }]);
  });

  it('keeps the place of a panel whose record is broken', () => {
    const { envelope, repairs, replaced } = read(withTabs([tab('a')], { a: { view: '../evil' } }));
    expect(replaced).toBe(false);
    expect(tabIdsOf(envelope.layout)).toEqual(['a']);
    expect(envelope.panels.a).toMatchObject({ view: LOST_VIEW, args: {} });
    expect(repairs).toEqual([{ code: 'badPanel', detail: 'a' }]);
  });

  it('gives a new number to a tab whose number nobody could have given', () => {
    for (const nth of [1e9, -1, 1.5, '2']) {
      const { envelope } = read(withTabs([tab('a')], { a: { ...panel('x'), nth } }));
      expect(envelope.panels.a?.nth).toBe(1);
    }
  });

  it('survives an endless and a cyclic tree', () => {
    const cyclic = { type: 'row', children: [] as unknown[] };
    cyclic.children.push(cyclic, { type: 'tabset', children: [tab('a')] });
    const raw = {
      ...blankEnvelope('x'),
      layout: { layout: cyclic, subLayouts: {} },
      panels: { a: panel('x') },
    };
    const { envelope, replaced } = read(raw);
    expect(replaced).toBe(false);
    expect(tabIdsOf(envelope.layout)).toEqual(['a']);
  });

  it('takes no prototype, no attribute and no window of impossible size from outside', () => {
    const raw = JSON.parse(
      `{"schema":2,"panels":{"a":{"view":"x","args":{"__proto__":{"polluted":1},"constructor":2,"ok":3}},"__proto__":{"view":"y"}},
        "layout":{"layout":{"type":"row","children":[{"type":"tabset","enableClose":false,"children":[{"type":"tab","id":"a","component":"evil","config":{"x":1}}]}]},
        "subLayouts":{"w":{"type":"window","rect":{"x":1e99,"y":-1e99,"width":-5,"height":null},"layout":{"type":"row","children":[]}}}}}`,
    ) as unknown;
    const { envelope } = read(raw);
    expect(envelope.panels.a!.args).toEqual({ ok: 3 });
    expect(JSON.stringify(envelope.layout)).not.toMatch(/evil|enableClose|config/);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(envelope.layout.subLayouts).toEqual({});
  });

  it('bounds the number of tabs', () => {
    const many = Array.from({ length: 300 }, (_, index) => `t${index}`);
    const { envelope } = read(
      withTabs(many.map(tab), Object.fromEntries(many.map((id) => [id, panel('x')]))),
    );
    expect(tabIdsOf(envelope.layout)).toHaveLength(120);
  });
});

describe('an older layout', () => {
  it('gets its arguments out of the tabs', () => {
    const raw = {
      schema: 1,
      name: 'Old',
      layout: {
        type: 'row',
        children: [
          {
            type: 'tabset',
            children: [{ type: 'tab', id: 'a', config: { view: 'collectOrder', args: { status: [2] } } }],
          },
        ],
      },
    };
    const { envelope, repairs } = read(raw);
    expect(repairs).toEqual([]);
    expect(envelope.panels).toEqual({
      a: { view: 'collectOrder', version: 1, args: { status: [2] }, state: null, title: undefined, nth: 1 },
    });
  });
});

/** Turns a sound layout into a broken one by replacing, dropping or repeating parts at random. */
function mangle(value: unknown, random: () => number, junk: () => unknown): unknown {
  const dice = random();
  if (dice < 0.06) return junk();
  if (Array.isArray(value)) {
    const next = value.flatMap((item) =>
      random() < 0.07
        ? []
        : random() < 0.07
          ? [mangle(item, random, junk), item]
          : [mangle(item, random, junk)],
    );
    return next;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      random() < 0.05 ? [] : [[random() < 0.03 ? `${key}x` : key, mangle(inner, random, junk)]],
    ),
  );
}

describe('any layout at all', () => {
  it('never throws, and what comes out the library can show (1,000 mangled layouts)', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })),
        fc.infiniteStream(fc.anything()),
        (dice, things) => {
          const random = () => dice.next().value as number;
          const broken = mangle(operator, random, () => things.next().value as unknown);
          let raw: unknown = broken;
          if (random() < 0.5) {
            try {
              const text = JSON.stringify(broken) ?? '';
              raw = random() < 0.3 ? text.slice(0, Math.floor(text.length * random())) : text;
            } catch {
              raw = broken;
            }
          }
          const { envelope, repairs, replaced } = read(raw);
          expect(replaced && repairs.length === 0).toBe(false);
          const model = modelOf(envelope.layout);
          expect(model).toBeInstanceOf(Model);
          expect(tabIdsOf(envelope.layout).sort()).toEqual(Object.keys(envelope.panels).sort());
          expect(read(JSON.stringify(envelope)).repairs).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('never throws on any value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        (raw) => {
          expect(read(raw).envelope).toBeDefined();
        },
      ),
      { numRuns: 300 },
    );
  });
});
