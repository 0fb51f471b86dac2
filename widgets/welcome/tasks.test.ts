import { expect, it } from 'vitest';
import { measureOf } from '../../contract/measures.ts';
import { permissionsFor } from '../../contract/permissions.ts';
import { greetingAt, tasksOf } from './tasks.ts';

it('greets by the hour', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(greetingAt)).toEqual([
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});

it('asks for measures that exist, under permissions that a person of that kind can have', () => {
  for (const [profile, kind] of [
    [{ id: '1' }, 'staff'],
    [{ id: '1', merchantId: '2' }, 'merchant'],
  ] as const)
    for (const { measure, needs } of tasksOf(profile)) {
      expect(measureOf(measure)?.id).toBe(measure);
      expect(permissionsFor(kind)).toContain(needs);
    }
});
