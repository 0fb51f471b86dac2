import { TURN_NAMED, type Turn, type TurnStep } from '../../../contract/approvalFlow.ts';
import { translate } from '../../kit/index.ts';
import { personName } from '../flow/flowTexts.ts';
import type { Preview } from './pending.ts';

/** Whose turn a command is, in words. */

type After = Readonly<Record<string, unknown>>;

const turnIn = (after: After): Turn | undefined => after.turn as Turn | undefined;

/** Who decides a step: what it is called, and its people as far as they are named. */
function stepText({ name, who, roleName, people, peopleCount }: TurnStep): string {
  const list = people.slice(0, TURN_NAMED).map(personName).join(', ');
  const more = peopleCount - people.length;
  const named = more > 0 ? `${list} +${more}` : list;
  const title =
    name || (who === 'role' && roleName) || (who !== 'people' && translate(`grid:asked.who.${who}`));
  if (!title) return named;
  return named ? translate('grid:turn.named', { title, named }) : title;
}

/** The sentences of a sheet about it; undefined where the dry run does not say. */
export function turnText(after: After): string | undefined {
  const turn = turnIn(after);
  if (!turn) return undefined;
  const { step, steps, next } = turn;
  const who = next.map(stepText).join(translate('grid:turn.then'));
  if (step === null) return translate(steps > 1 ? 'grid:turn.asks' : 'grid:turn.asksOne', { steps, who });
  const [following] = next;
  if (!following) return steps > 1 ? translate('grid:turn.last', { step, steps }) : undefined;
  return translate(following.step === step ? 'grid:turn.same' : 'grid:turn.agrees', { step, steps, who });
}

/** What the button of one row says where the command does not carry out anything yet. */
export function turnVerb(preview: Preview | undefined): string | undefined {
  const after = preview?.preview?.length === 1 ? preview.preview[0]!.after : undefined;
  if (!after || after.waits !== true) return undefined;
  const step = turnIn(after)?.step ?? null;
  return translate(step === null ? 'grid:turn.ask' : 'grid:turn.agree');
}
