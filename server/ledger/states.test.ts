import { describe, expect, it } from 'vitest';
import { COLLECT_EDGES, COLLECT_STATUSES, type CollectEvent, judgePayment, nextStatus } from './states.ts';

describe('edges of a collection order', () => {
  it('are these and no others', () => {
    const listed = Object.keys(COLLECT_EDGES).flatMap((event) =>
      [null, ...COLLECT_STATUSES].flatMap((from) => {
        const to = nextStatus(event as CollectEvent, from);
        return to ? [`${from ?? '-'} ${event} ${to}`] : [];
      }),
    );
    expect(listed.sort()).toEqual(
      [
        '- create created',
        'created submitUpstream paying',
        'failed submitUpstream paying',
        'created paid success',
        'paying paid success',
        'created review review',
        'paying review review',
        'failed review review',
        'expired review review',
        'cancelled review review',
        'created fail failed',
        'paying fail failed',
        'created expire expired',
        'paying expire expired',
        'created cancel cancelled',
        'paying cancel cancelled',
        'success reverse reversed',
        ...['created', 'paying', 'failed', 'expired', 'cancelled', 'review'].map(
          (from) => `${from} forceConfirm success`,
        ),
        'paying matchProof success',
        'review matchProof success',
        'paying overrule failed',
        'review overrule failed',
      ].sort(),
    );
  });

  it('never loses money in silence: every status has an answer to a payment', () => {
    const answer = (fits: boolean) => COLLECT_STATUSES.map((from) => judgePayment(from, fits).to);
    expect(answer(true)).toEqual([
      'success',
      'success',
      'unchanged',
      'review',
      'review',
      'review',
      'unchanged',
      'unchanged',
    ]);
    expect(answer(false)).toEqual([
      'review',
      'review',
      'unchanged',
      'review',
      'review',
      'review',
      'unchanged',
      'unchanged',
    ]);
  });
});
