import type { Row } from '../../../contract/calls.ts';
import { type Pending, type Preview, differs } from './pending.ts';
import type { Outcome } from './Results.tsx';

/**
 * Where the command of a panel is. `previewing`: its figures are asked for, and nothing can be done yet; `ready`: they
 * are shown; `stale`: they became others while the sheet was open, and are to be read again; `committing`: it is sent;
 * `result`: no command is open, and what became of the last one is shown.
 */
export type Phase = 'idle' | 'previewing' | 'ready' | 'stale' | 'committing' | 'result';

export interface SheetState {
  command: Pending | undefined;
  sending: boolean;
  outcome: Outcome | undefined;
  /** The last question about what is typed: answers may come in another order than they were asked in. */
  turn: number;
}

/** What happens to the open command; an event of another one changes nothing. */
type CommandEvent =
  /** The first dry run has answered. */
  | { type: 'previewed'; preview: Preview }
  /** No dry run is to be had: the sheet says why. */
  | { type: 'failed'; error: string }
  /** A dry run with what is typed has answered. */
  | { type: 'answered'; turn: number; preview: Preview }
  /** Half of a value is refused: there are no figures for it. `at`: the input it is about. */
  | { type: 'unanswered'; turn: number; problem: string; at: string | undefined }
  /** The answer to a value that may be refused for its rows. */
  | { type: 'heard'; turn: number; preview: Preview }
  /** Rows and figures were read again; `carried`: the question held all that is typed. Times in ms. */
  | {
      type: 'reread';
      turn: number;
      rows: ReadonlyMap<string, Row>;
      preview: Preview;
      carried: boolean;
      now: number;
    }
  /** What is typed passes, or its rows are refused for it. */
  | { type: 'checked'; preview: Preview }
  /** What is typed is refused: by field, or as a whole. */
  | { type: 'refused'; faults: Pending['faults']; problem?: string | undefined }
  /** The command would do something else than its sheet shows. */
  | { type: 'changed'; preview?: Preview; now: number }
  /** The server did nothing because of that; the next try is another command. */
  | { type: 'overtaken'; attempt: string; now: number }
  /** Something else is typed in place of what was refused. */
  | { type: 'mended' }
  | { type: 'sent' }
  | { type: 'returned' };

export type SheetEvent =
  | { type: 'opened'; command: Pending }
  | { type: 'closed' }
  | { type: 'asked'; turn: number }
  /** What became of a command is to be shown, or no longer. */
  | { type: 'ended'; outcome: Outcome | undefined }
  | (CommandEvent & { key: string });

export const IDLE: SheetState = { command: undefined, sending: false, outcome: undefined, turn: 0 };

export function phaseOf({ command, sending, outcome }: SheetState): Phase {
  if (!command) return outcome ? 'result' : 'idle';
  if (sending) return 'committing';
  if (!command.preview) return 'previewing';
  return command.changed === undefined ? 'ready' : 'stale';
}

/** What is refused for what was typed leaves the figures of the rows where they are; a refusal has none. */
const withRefusal = (now: Pending, preview: Preview): Pick<Pending, 'preview' | 'before'> => ({
  preview,
  before:
    preview.done.length > 0
      ? undefined
      : (now.before ?? (now.preview?.done.length ? now.preview : undefined)),
});

/**
 * What was refused for what is typed stays refused until something else is typed: only the figures with it move. A
 * question that carried what had been refused has an answer that is the word on that, too.
 */
function reread(now: Pending, { preview, carried, now: changed }: Extract<CommandEvent, { type: 'reread' }>) {
  const { preview: shown, before } = now;
  return {
    ...(carried ? withRefusal(now, preview) : before ? { before: preview } : { preview }),
    ...(differs(before ?? shown, preview) && { changed }),
  };
}

/** What an event makes of the open command; `late`: a newer question has been asked since. */
function changeOf(now: Pending, event: CommandEvent, late: boolean): Partial<Pending> {
  switch (event.type) {
    case 'previewed':
      return { preview: event.preview };
    case 'failed':
      return { error: event.error };
    case 'answered':
      return late ? {} : { preview: event.preview, before: undefined, problem: undefined };
    case 'unanswered':
      return late ? {} : { preview: undefined, problem: event.problem, problemAt: event.at };
    case 'heard':
      return late ? {} : withRefusal(now, event.preview);
    case 'reread':
      return {
        rows: now.rows.map((row) => event.rows.get(row.id) ?? row),
        ...(!late && reread(now, event)),
      };
    case 'checked':
      return { ...withRefusal(now, event.preview), faults: undefined, problem: undefined };
    case 'refused':
      return { faults: event.faults, problem: event.problem };
    case 'changed':
      return { changed: event.now, ...(event.preview && { preview: event.preview }) };
    case 'overtaken':
      return { attempt: event.attempt, changed: event.now };
    case 'mended':
      return now.before ? { preview: now.before, before: undefined } : {};
    case 'sent':
    case 'returned':
      return {};
  }
}

/** One command of a panel from its opening to what became of it. */
export function sheetReducer(state: SheetState, event: SheetEvent): SheetState {
  switch (event.type) {
    case 'opened':
      return { ...state, command: event.command, sending: false };
    case 'closed':
      return { ...state, command: undefined, sending: false };
    case 'asked':
      return { ...state, turn: event.turn };
    case 'ended':
      return { ...state, outcome: event.outcome };
    default: {
      const { command } = state;
      if (command?.key !== event.key) return state;
      const late = 'turn' in event && event.turn !== state.turn;
      const sending = event.type === 'sent' || (state.sending && event.type !== 'returned');
      return { ...state, sending, command: { ...command, ...changeOf(command, event, late) } };
    }
  }
}
