import { expect, it } from 'vitest';
import { heldElsewhere } from './useOrderCommands.ts';

const row = (id: string, claimedBy: string | null, minutesAgo = 1) => ({
  id,
  claimedBy,
  claimedByName: 'admin',
  claimedAt: claimedBy && new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});

it('does not offer to claim what somebody else holds, and says who', () => {
  const [theirs, mine, free, lapsed] = [row('1', '7'), row('2', '8'), row('3', null), row('4', '7', 16)];
  expect(heldElsewhere([theirs], '8')).toEqual(expect.any(String));
  for (const rows of [[mine], [free], [lapsed], [theirs, free], []])
    expect(heldElsewhere(rows, '8')).toBe(true);
});
