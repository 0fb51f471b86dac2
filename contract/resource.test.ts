import { describe, expect, it } from 'vitest';
import { EVERYONE, STAFF } from './audience.ts';
import { dictItems } from './dicts.ts';
import { labelKey, text } from './field.ts';
import { kindsFor } from './permissions.ts';
import { defineResource, permissionsOf } from './resource.ts';
import { resources } from './resources/index.ts';

const base = { area: 'orders', scope: 'platform', reads: STAFF, label: 'name' } as const;

describe('defineResource', () => {
  it('is frozen to its leaves', () => {
    const thing = defineResource('thing', { ...base, fields: { name: text({ required: true }) } });
    expect(() => Object.assign(thing.fields.name, { required: false })).toThrow(TypeError);
  });

  it('refuses two actions on one key', () => {
    expect(() =>
      defineResource('thing', {
        ...base,
        fields: { name: text() },
        actions: {
          a: { on: 'one', audience: STAFF, hotkey: 'c' },
          b: { on: 'one', audience: STAFF, hotkey: 'c' },
        },
      }),
    ).toThrow('share the key c');
  });

  it('refuses a name that no field has', () => {
    expect(() => defineResource('thing', { ...base, fields: { name: text() }, anyId: ['nme'] })).toThrow(
      'nme',
    );
    expect(() =>
      defineResource('thing', {
        ...base,
        fields: { name: text() },
        actions: { a: { on: 'one', audience: STAFF, when: { x: [null] } } },
      }),
    ).toThrow('unknown field x');
  });
});

describe('whom a verb is for', () => {
  const define = (over: object) => () =>
    defineResource('thing', { ...base, fields: { name: text() }, ...over } as never);

  it('is said of each, or the definition is refused', () => {
    expect(define({ reads: undefined })).toThrow('thing:page does not say whom it is for');
    expect(define({ crud: ['add'] })).toThrow('thing:0 does not say whom it is for');
    expect(define({ crud: { delete: [] } })).toThrow('thing:delete does not say whom it is for');
    expect(define({ actions: { a: { on: 'one' } } })).toThrow('thing:a does not say whom it is for');
    expect(define({ actions: { a: { on: 'one', audience: ['nobody'] } } })).toThrow('thing:a does not say');
  });

  it('is nobody who may not read the rows', () => {
    expect(define({ reads: EVERYONE })).toThrow('the scope platform shows its rows to the staff alone');
    expect(define({ crud: { export: EVERYONE } })).toThrow('thing:export is for people who may not read');
  });

  it('gives a role the kinds of people that its permissions are for', () => {
    expect(kindsFor([])).toEqual(['staff', 'merchant', 'agent']);
    expect(kindsFor(['collectOrder:page', 'withdrawal:apply'])).toEqual(['staff', 'merchant', 'agent']);
    expect(kindsFor(['collectOrder:page', 'extensionRate:page'])).toEqual(['staff', 'agent']);
    expect(kindsFor(['collectOrder:page', 'collectOrder:settle'])).toEqual(['staff']);
    // A button of an installation's own, whatever it represents.
    expect(kindsFor(['report:ours'])).toEqual(['staff']);
  });
});

describe('every definition', () => {
  it.each([...resources.values()].map((resource) => [resource.id, resource] as const))(
    '%s is whole',
    (_id, resource) => {
      expect(JSON.parse(JSON.stringify(resource))).toEqual(resource);
      for (const field of Object.values(resource.fields)) {
        if (field.kind === 'dict') expect(dictItems(field.dict).length).toBeGreaterThan(0);
        const to = field.kind === 'ref' || field.kind === 'json' ? field.to : undefined;
        if (to) expect(resources.has(to), `${resource.id} refers to ${to}`).toBe(true);
        if (field.kind === 'json' && field.by) expect(resource.fields[field.by]?.kind).toBe('dict');
        // A number with decimals is a price of no currency.
        if (field.kind === 'money' && !(field.price && field.currency === ''))
          expect(field.currency in resource.fields).toBe(true);
      }
      for (const action of Object.values(resource.actions)) {
        for (const [name, values] of Object.entries({ ...action.when })) {
          const field = resource.fields[name];
          if (field?.kind !== 'dict') continue;
          const names = dictItems(field.dict).map((item) => item.name);
          for (const value of values) if (value !== null) expect(names).toContain(value);
        }
      }
    },
  );

  it('gives every permission one meaning', () => {
    const codes = [...resources.values()].flatMap(permissionsOf);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

it('labels a reference beside its id', () => {
  expect(labelKey('merchantId')).toBe('merchantName');
  expect(labelKey('claimedBy')).toBe('claimedByName');
});
