import { cpuUsage } from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualOrder } from '../resources/finance/manualOrder.ts';
import type { Resource } from '../resource.ts';
import { writeSchema } from '../validate.ts';
import { drawnFields, keyIn, nameOf, textIn, valueText } from './fields.ts';
import { filledSchema } from './filled.ts';
import { type DrawnField, type DrawnForm, fieldsOf } from './form.ts';
import { isSafePattern } from './pattern.ts';
import { readForm, schemaOf } from './schema.ts';

const title = { en: 'Reason' };
const base = { title, required: false, width: 1 };

const texts = fc
  .record({ en: fc.constantFrom('Reason', 'Date of contact'), 'zh-cn': fc.constantFrom('原因', '日期') })
  .map((each) => each as { en: string });

const kinds: fc.Arbitrary<Partial<DrawnField>> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), longest: fc.integer({ min: 1, max: 300 }) }),
  fc.constant({ kind: 'text' as const, longest: 20, shortest: 2, pattern: '[A-Z]{2}\\d{2,6}' }),
  fc.record({ kind: fc.constant('lines' as const), longest: fc.integer({ min: 301, max: 2000 }) }),
  fc.record({ kind: fc.constant('int' as const), least: fc.constant('-5'), most: fc.constant('900') }),
  fc.constant({ kind: 'decimal' as const, least: '-2.5', most: '10.25' }),
  fc.constant({ kind: 'money' as const, least: '1' }),
  fc.constant({ kind: 'date' as const }),
  fc.constant({ kind: 'switch' as const, initial: true }),
  fc.constant({
    kind: 'choice' as const,
    input: 'radio' as const,
    choices: [
      { value: 'lost', title },
      { value: 'other-one', title },
    ],
  }),
  fc.constant({
    kind: 'several' as const,
    choices: [
      { value: 'lost', title },
      { value: 'other-one', title },
      { value: 'third', title },
    ],
  }),
  fc.constant({ kind: 'dict' as const, dict: 'currency', input: 'select' as const }),
);

const form: fc.Arbitrary<DrawnForm> = fc
  .uniqueArray(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,8}$/), { minLength: 1, maxLength: 8 })
  .filter((keys) => keys.every((key) => !(key in Object.prototype)))
  .chain((keys) =>
    fc.tuple(...keys.map(() => fc.tuple(kinds, texts, fc.boolean()))).map((drawn) => {
      const fields = drawn.map(
        ([kind, named, required], at) =>
          ({ ...base, key: keys[at]!, ...kind, title: named, required }) as DrawnField,
      );
      const half = Math.ceil(fields.length / 2);
      return {
        sections: [
          { title, columns: 2, fields: fields.slice(0, half) },
          { columns: 1, fields: fields.slice(half) },
        ],
      };
    }),
  );

const value = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    null,
    true,
    'lost',
    'INR',
    'AB12',
    '2026-05-05',
    '1.5',
    '-3',
    '12.345',
    7,
    -5,
    901,
    {},
    [],
    ['lost'],
    ['third', 'lost'],
    ['lost', 'lost'],
    ['lost', 'nobody'],
    [['lost']],
  ),
  fc.string({ maxLength: 30 }),
);

describe('a drawn form', () => {
  it('is the same after the way to JSON Schema and back', () => {
    fc.assert(
      fc.property(form, (drawn) => {
        const schema: unknown = JSON.parse(JSON.stringify(schemaOf(drawn)));
        expect(readForm(schema)).toEqual({ form: drawn });
      }),
    );
  });

  it('is judged alike by the sheet of its row and by the server', () => {
    const words = { language: 'en' as const, label: (name: string) => name };
    fc.assert(
      fc.property(form, fc.array(value, { minLength: 8, maxLength: 8 }), (drawn, values) => {
        const fields = drawnFields(drawn);
        const written = Object.fromEntries(Object.keys(fields).map((name, at) => [name, values[at]]));
        const own = { currency: 'INR', merchantId: '1', amount: '5', utr: '123456789012' };
        const sheet = { ...manualOrder, fields: { ...manualOrder.fields, ...fields } } as Resource;
        const client = writeSchema(sheet, 'add', words).safeParse({ ...own, ...written });
        const server = filledSchema(drawn, 'en').safeParse({ currency: 'INR', ...written });
        const wrong = (result: typeof client) =>
          new Set(result.error?.issues.map(({ path }) => String(path[0])).filter((name) => keyIn(name)));
        expect(wrong(server)).toEqual(wrong(client));
        expect(server.success).toBe(client.success);
      }),
    );
  });

  it('has titles in the language that is asked, else in another one', () => {
    expect(textIn({ en: 'Reason', 'zh-cn': '原因' }, 'zh-tw')).toBe('原因');
    expect(textIn({ en: 'Reason' }, 'zh-tw')).toBe('Reason');
    expect(textIn({ 'zh-tw': ' ', en: 'Reason' }, 'zh-tw')).toBe('Reason');
  });
});

describe('several ticks', () => {
  const drawn = (required: boolean): DrawnForm => ({
    sections: [
      {
        columns: 1,
        fields: [
          {
            ...base,
            key: 'seen',
            kind: 'several',
            required,
            choices: ['a', 'b', 'c'].map((each) => ({ value: each, title: { en: each.toUpperCase() } })),
          },
        ],
      },
    ],
  });
  const judge = (given: unknown, required = false) =>
    filledSchema(drawn(required), 'en').safeParse({ currency: 'INR', [nameOf('seen')]: given });

  it('are kept in the order of the choices, and an empty list is none', () => {
    expect(judge(['c', 'a']).data).toMatchObject({ 'form.seen': ['a', 'c'] });
    expect(judge([]).data).toMatchObject({ 'form.seen': null });
    expect(judge([], true).success).toBe(false);
  });

  it.each([[['a', 'a']], [['a', 'x']], ['a'], [{ a: true }], [[null]]])('refuse %j', (given) => {
    expect(judge(given).success).toBe(false);
  });

  it('are read as a list of their titles', () => {
    const [field] = fieldsOf(drawn(false));
    const text = (language: 'en' | 'zh-cn') => valueText(field!, ['a', 'c'], language, String, String);
    expect([text('en'), text('zh-cn')]).toEqual(['A, C', 'A、C']);
  });
});

const property = (more: object = {}) => ({ type: 'string', 'x-title': title, ...more });
const schema = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  'x-sections': [{ 'x-columns': 2, fields: Object.keys(properties) }],
  ...more,
});
const faults = (given: unknown) => readForm(given).faults?.map(({ at, code }) => `${at}/${code}`);

describe('a hostile schema', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', null, ['/shape']],
    ['a list', [], ['/shape']],
    [
      '10,000 fields',
      schema(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, 1]))),
      ['/fields'],
    ],
    [
      'a deep value',
      schema({ a: property({ default: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown }) }),
      ['/shape'],
    ],
    ['a key of every object', schema({ constructor: property() }), ['constructor/key']],
    [
      '__proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"x-sections":[]}'),
      ['/key'],
    ],
    [
      'a regular expression that tries all ways',
      schema({ a: property({ pattern: '(a+)+b' }) }),
      ['a/pattern'],
    ],
    [
      'a title that is written backwards',
      schema({ a: property({ 'x-title': { en: 'paid\u202Eton' } }) }),
      ['a/title'],
    ],
    ['a title of another language', schema({ a: property({ 'x-title': { fr: 'Motif' } }) }), ['a/title']],
    ['no title', schema({ a: { type: 'string' } }), ['a/title']],
    ['an unknown keyword', schema({ a: property({ $ref: '#' }) }), ['a/shape']],
    ['no such dictionary', schema({ a: { 'x-dict': 'toString', 'x-title': title } }), ['a/dict']],
    [
      'bounds that cross',
      schema({ a: { type: 'integer', minimum: 5, maximum: 4, 'x-title': title } }),
      ['a/bounds'],
    ],
    [
      'an initial value that is wrong',
      schema({ a: property({ pattern: '\\d{4}', default: 'x' }) }),
      ['a/initial'],
    ],
    [
      'a choice of one',
      schema({ a: property({ 'x-input': 'radio', oneOf: [{ const: 'x', 'x-title': title }] }) }),
      ['a/choices'],
    ],
    [
      'several of one',
      schema({
        a: {
          type: 'array',
          items: { type: 'string', oneOf: [{ const: 'x', 'x-title': title }] },
          'x-title': title,
        },
      }),
      ['a/choices'],
    ],
    [
      'several of what is no list',
      schema({ a: { type: 'array', items: { type: 'object' }, 'x-title': title } }),
      ['a/shape'],
    ],
    ['a field in no section', { ...schema({ a: property() }), 'x-sections': [] }, ['a/placed']],
    [
      'a field in two',
      { ...schema({ a: property() }), 'x-sections': [{ fields: ['a', 'a'] }] },
      ['a/placed'],
    ],
    ['a field that is too wide', schema({ a: property({ 'x-width': 3 }) }), ['a/width']],
    ['a required one that is not there', schema({ a: property() }, { required: ['b'] }), ['b/required']],
  ])('is refused for %s', (_, given, expected) => {
    expect(faults(given)).toEqual(expected);
  });

  it('is refused for its size', () => {
    const large = Array.from({ length: 40 }, (_, at) => [`f${at}`, property({ default: 'x'.repeat(2_000) })]);
    expect(faults(schema(Object.fromEntries(large)))).toEqual(['/large']);
  });
});

describe('a pattern', () => {
  it.each([
    '[A-Z]{2}\\d{4,8}',
    '\\d{4}-\\d{2}',
    '[a-z]+@[a-z]+\\.com',
    'INV\\d+',
    '.{3,}',
    '[^ ]{1,9} [0-9]?',
    '[\\w-]+',
  ])('%s may be drawn', (source) => expect(isSafePattern(source)).toBe(true));
  it.each([
    '(a+)+',
    'a|b',
    '\\d+\\d+',
    'a*a*a*b',
    '[a-z]+[0-9]*[a-c]',
    '\\1',
    'a{1,9999}',
    '[b-a]',
    '[',
    'a**',
    '^a$',
    '',
    '(?=a)',
  ])('%s may not', (source) => expect(isSafePattern(source)).toBe(false));

  it('that may be drawn is read at once, whatever is typed', () => {
    const piece = fc
      .tuple(
        fc.constantFrom('a', '[a-c]', '[^b]', '\\d', '.', '\\w', '-', '\\s'),
        fc.constantFrom('', '?', '*', '+', '{2}', '{1,30}'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.stringMatching(/^[abc0 -]{0,60}$/),
        (parts, typed) => {
          const source = parts.join('');
          fc.pre(isSafePattern(source));
          // Processor time: others use the machine as well.
          const before = cpuUsage();
          new RegExp(`^(?:${source})$`, 'u').test(`${typed.repeat(8)}!`);
          const { user, system } = cpuUsage(before);
          expect((user + system) / 1000).toBeLessThan(50);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('names its fields among those of a row', () => {
  const drawn: DrawnForm = { sections: [{ columns: 1, fields: [{ ...base, key: 'a', kind: 'date' }] }] };
  expect(Object.keys(drawnFields(drawn))).toEqual([nameOf('a')]);
  expect(fieldsOf(drawn)).toHaveLength(1);
});
