import { expect, it } from 'vitest';
import { commitRows } from './commitRows.ts';

const commit = (subject: string, body = '') => ({
  hash: 'abc1234',
  at: '2026-11-26T08:00:00Z',
  subject,
  body,
});

it('separates the area from the change, and sets the reason as flowing text', () => {
  const [row] = commitRows([commit('bank: recount lines', 'One\nsentence.\n\nAnother.')], 5);
  expect(row).toMatchObject({ area: 'bank', change: 'recount lines', body: 'One sentence.\nAnother.' });
  expect(commitRows([commit('No area here')], 5)[0]).toMatchObject({ area: '', change: 'No area here' });
  expect(commitRows([commit('a: 1'), commit('a: 2')], 1)).toHaveLength(1);
});
