import { describe, expect, test } from 'vitest';
import { type Preview, pendingOf } from './pending.ts';
import { IDLE, type Phase, type SheetEvent, type SheetState, phaseOf, sheetReducer } from './sheetState.ts';

const command = pendingOf('settle', {
  target: { ids: ['1'] },
  count: 1,
  rows: [{ id: '1' }],
  given: undefined,
});
const { key } = command;
const able: Preview = { done: ['1'], refused: [], previewDigests: { '1': 'a' } };
const other: Preview = { done: ['1'], refused: [], previewDigests: { '1': 'b' } };
const refused: Preview = { done: [], refused: [{ id: '1', code: 'guard', message: 'No' }] };
const outcome = { title: 'Settle', action: 'settle', result: able, name: String };

const run = (events: readonly SheetEvent[], from: SheetState = IDLE): SheetState =>
  events.reduce(sheetReducer, from);

const opened: SheetEvent = { type: 'opened', command };
const previewed: SheetEvent = { type: 'previewed', key, preview: able };
const changed: SheetEvent = { type: 'changed', key, now: 1 };
const sent: SheetEvent = { type: 'sent', key };
const ended: SheetEvent = { type: 'ended', outcome };

/** How each phase is reached. */
const REACHED: Readonly<Record<Phase, readonly SheetEvent[]>> = {
  idle: [],
  previewing: [opened],
  ready: [opened, previewed],
  stale: [opened, previewed, changed],
  committing: [opened, previewed, sent],
  result: [ended],
};

const reread = (preview: Preview): SheetEvent => ({
  type: 'reread',
  key,
  turn: 0,
  rows: new Map(),
  preview,
  carried: false,
  now: 2,
});

/** Every event by name, and where it leads from each phase; what is not named stays. */
const TABLE: readonly [string, SheetEvent, Partial<Record<Phase, Phase>>][] = [
  [
    'opened',
    opened,
    {
      idle: 'previewing',
      ready: 'previewing',
      stale: 'previewing',
      committing: 'previewing',
      result: 'previewing',
    },
  ],
  ['previewed', previewed, { previewing: 'ready' }],
  ['failed', { type: 'failed', key, error: 'Away' }, {}],
  ['asked', { type: 'asked', turn: 1 }, {}],
  ['answered', { type: 'answered', key, turn: 0, preview: other }, { previewing: 'ready' }],
  [
    'unanswered',
    { type: 'unanswered', key, turn: 0, problem: 'Half', at: undefined },
    { ready: 'previewing', stale: 'previewing' },
  ],
  ['heard', { type: 'heard', key, turn: 0, preview: able }, { previewing: 'ready' }],
  ['reread, the same', reread(able), { previewing: 'ready' }],
  ['reread, others', reread(other), { previewing: 'ready', ready: 'stale' }],
  ['checked', { type: 'checked', key, preview: able }, { previewing: 'ready' }],
  ['refused', { type: 'refused', key, faults: { otp: ['Wrong'] } }, {}],
  ['changed', changed, { ready: 'stale' }],
  ['overtaken', { type: 'overtaken', key, attempt: 'next', now: 2 }, { ready: 'stale' }],
  ['mended', { type: 'mended', key }, {}],
  ['sent', sent, { previewing: 'committing', ready: 'committing', stale: 'committing' }],
  ['returned', { type: 'returned', key }, { committing: 'ready' }],
  ['closed', { type: 'closed' }, { previewing: 'idle', ready: 'idle', stale: 'idle', committing: 'idle' }],
  ['ended', ended, { idle: 'result' }],
  ['ended, nothing to show', { type: 'ended', outcome: undefined }, { result: 'idle' }],
];

describe('the sheet of a command', () => {
  for (const [name, event, to] of TABLE)
    for (const [phase, events] of Object.entries(REACHED) as [Phase, readonly SheetEvent[]][])
      test(`${name} while ${phase}: ${to[phase] ?? phase}`, () => {
        const before = run(events);
        expect(phaseOf(before)).toBe(phase);
        expect(phaseOf(sheetReducer(before, event))).toBe(to[phase] ?? phase);
      });

  test('an event of a command that is no longer open changes nothing', () => {
    const before = run(REACHED.ready);
    expect(sheetReducer(before, { type: 'failed', key: 'other', error: 'Away' })).toBe(before);
  });

  test('an answer to an earlier question is dropped, but not the rows that were read with it', () => {
    const before = run([...REACHED.ready, { type: 'asked', turn: 1 }]);
    const late = run([{ type: 'answered', key, turn: 0, preview: other }], before);
    expect(late.command?.preview).toBe(able);
    const rows = new Map([['1', { id: '1', amount: '5' }]]);
    const read = run(
      [{ type: 'reread', key, turn: 0, rows, preview: other, carried: false, now: 2 }],
      before,
    );
    expect(read.command).toMatchObject({ preview: able, rows: [{ id: '1', amount: '5' }] });
    expect(phaseOf(read)).toBe('ready');
  });

  test('a refusal of what is typed keeps the figures, which come back once it is mended', () => {
    const { command: now } = run([...REACHED.ready, { type: 'checked', key, preview: refused }]);
    expect(now).toMatchObject({ preview: refused, before: able });
    const again = run([...REACHED.ready, { type: 'checked', key, preview: refused }, reread(other)]);
    expect(again.command).toMatchObject({ preview: refused, before: other, changed: 2 });
    const mended = run([{ type: 'mended', key }], again);
    expect(mended.command).toMatchObject({ preview: other, before: undefined });
  });
});
