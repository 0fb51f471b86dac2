import { expect, it } from 'vitest';
import { whoHolds } from './useOrderCommands.ts';

const row = (id: string, claimedBy: string | null, minutesAgo = 1) => ({
  id,
  claimedBy,
  claimedByName: 'admin',
  claimedAt: claimedBy && new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});

it('does not offer to claim what somebody holds', () => {
  const [theirs, mine, free, lapsed] = [row('1', '7'), row('2', '8'), row('3', null), row('4', '7', 16)];
  for (const rows of [[theirs], [mine], [mine, theirs]])
    expect(whoHolds(rows, '8')).toEqual(expect.any(String));
  for (const rows of [[mine, free], [free], [lapsed], [theirs, free], []])
    expect(whoHolds(rows, '8')).toBe(true);
});
