import { describe, expect, it } from 'vitest';
import { CLAIM_IDLE_MS } from './claim.ts';
import { ALREADY_CLAIMED, CLAIMED_BY_OTHER, refusalOfRow, UNCLAIM, UNLESS_MINE } from './refusal.ts';

const now = new Date('2026-11-25T10:00:00Z');
const held = (claimedBy: string, ms: number) => ({ claimedBy, claimedAt: new Date(now.getTime() - ms) });
const rows = {
  free: { claimedBy: null, claimedAt: null },
  mine: held('1', 0),
  lapsedMine: held('1', CLAIM_IDLE_MS),
  others: held('2', CLAIM_IDLE_MS - 1),
  lapsedOthers: held('2', CLAIM_IDLE_MS),
  othersOnOffer: { ...held('2', CLAIM_IDLE_MS), claimOfferedUntil: new Date(now.getTime() + 1) },
  othersOnceOnOffer: { ...held('2', CLAIM_IDLE_MS), claimOfferedUntil: now },
};
const ask = (refusals: Parameters<typeof refusalOfRow>[0], supervises = false, asked = false) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      refusalOfRow(refusals, row, { userId: '1', supervises, now, asked })?.code,
    ]),
  );

describe('a claim', () => {
  it('is taken of rows that nobody holds', () => {
    expect(ask([CLAIMED_BY_OTHER, ALREADY_CLAIMED])).toEqual({
      mine: 'alreadyClaimed',
      others: 'claimedByOther',
      othersOnOffer: 'claimedByOther',
    });
  });

  it('is freed by its holder, lapsed or not, and by a supervisor', () => {
    const notMine = {
      free: 'notClaimedByYou',
      lapsedOthers: 'notClaimedByYou',
      othersOnceOnOffer: 'notClaimedByYou',
    };
    expect(ask(UNCLAIM)).toEqual({
      ...notMine,
      others: 'claimedByOther',
      othersOnOffer: 'claimedByOther',
    });
    expect(ask(UNCLAIM, true)).toEqual({ free: 'notClaimedByYou' });
  });

  it('is needed by a decision, but not by a supervisor', () => {
    const without = {
      free: 'notClaimedByYou',
      lapsedOthers: 'notClaimedByYou',
      lapsedMine: 'notClaimedByYou',
      othersOnceOnOffer: 'notClaimedByYou',
    };
    expect(ask(UNLESS_MINE)).toEqual({
      ...without,
      others: 'claimedByOther',
      othersOnOffer: 'claimedByOther',
    });
    expect(ask(UNLESS_MINE, true)).toEqual({});
    expect(ask(UNLESS_MINE, false, true)).toEqual({});
  });
});

it('a field that the row lacks refuses nothing', () => {
  expect(refusalOfRow([CLAIMED_BY_OTHER], {}, { userId: '1', supervises: false, now })).toBeUndefined();
});
