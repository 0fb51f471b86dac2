import { describe, expect, it } from 'vitest';
import { dictItems } from './dicts.ts';
import { labelKey, text } from './field.ts';
import { defineResource, permissionsOf } from './resource.ts';
import { resources } from './resources/index.ts';

const base = { area: 'orders', scope: 'platform', label: 'name' } as const;

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
        actions: { a: { on: 'one', hotkey: 'c' }, b: { on: 'one', hotkey: 'c' } },
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
        actions: { a: { on: 'one', when: { x: [null] } } },
      }),
    ).toThrow('unknown field x');
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
        if (field.kind === 'money') expect(field.currency in resource.fields).toBe(true);
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
