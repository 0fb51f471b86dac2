import type { ActionRequest, ActionResult, Row } from '../../../contract/calls.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { isCallError } from '../../kit/index.ts';
import type { SelectionState } from '../grid/selection.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { guardAllows } from '../../../contract/guard.ts';
import { type Action, type AskedOf, inputOf } from '../../../contract/resource.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import type { Target } from './run.ts';

/** `total`: how many rows the command means; a long one is estimated for its first rows alone. */
export type Preview = ActionResult & { total?: number };

/** A command that shows what it would do before it does it. */
export interface Pending {
  action: string;
  target: Target;
  count: number;
  rows: readonly Row[];
  /** What was chosen when it was opened, where it is about that. */
  meant?: SelectionState | undefined;
  /** What the sheet's fields begin with. */
  given?: Readonly<Record<string, unknown>> | undefined;
  /** The answer of the dry run; absent while it is asked. */
  preview: Preview | undefined;
  /** What was there before what is typed was refused, which comes back once something else is typed. */
  before?: Preview | undefined;
  error: string | undefined;
  /** Why what is typed so far cannot be estimated; the sheet stays open for it. */
  problem?: string | undefined;
  /** The input it is about, where the server says so. */
  problemAt?: string | undefined;
  /** What the server has against a field. */
  faults?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The sheet itself: what is typed into it stays as long as this does. */
  key: string;
  /** The command as the server knows it: one that has been refused is followed by another. */
  attempt: string;
  /** When the figures became others than the sheet had shown. */
  changed?: number | undefined;
}

/** Nobody has read figures that were put under the hand a moment ago. */
export const READ_MS = 1_000;

/** True where a row comes to something else than it did, as the server tells them apart. */
export const differs = (one: Preview | undefined, other: Preview): boolean =>
  Object.entries(one?.previewDigests ?? {}).some(([id, digest]) => other.previewDigests?.[id] !== digest);

const CHANGED: ErrorCode = 'figuresChanged';
/** The command has become large, or covers other rows: the sheet shows what it asks for now. */
const COUNTED: readonly string[] = ['countRequired', 'countDiffers'] satisfies ErrorCode[];

/** The server has done nothing, since it would have been something else than was shown. */
export const hasUnverified = ({ done, refused }: ActionResult): boolean =>
  done.length === 0 && refused.length > 0 && refused.every(({ code }) => code === CHANGED);

/** True where the count of a large command is not the right one, or did not come at all. */
export const refusedUncounted = (error: unknown): boolean =>
  isCallError(error) && COUNTED.includes(error.errorCode);

export const refusedUnverified = (error: unknown): boolean =>
  refusedUncounted(error) || (isCallError(error) && error.errorCode === CHANGED);

/** What a command goes by: it does nothing else than its dry run has shown, on as many rows as were typed. */
export const groundsOf = (
  { token, previewDigests }: Preview,
  confirmed?: number,
): Pick<ActionRequest, 'token' | 'previewDigests' | 'confirmed'> => ({
  ...(token && { token }),
  ...(previewDigests && { previewDigests }),
  ...(confirmed !== undefined && { confirmed }),
});

/** What the answer calls a row that it refuses. */
export const refusedName = (result: ActionResult | undefined, id: string): string | undefined =>
  result?.refused.find((each) => each.id === id)?.name;

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the server has against single inputs: it is shown next to them. */
export function faultsOf(error: unknown): Pending['faults'] {
  if (!isCallError(error)) return undefined;
  return error.fields ?? (/^(otp|passkey)/.test(error.errorCode) ? { otp: [error.message] } : undefined);
}

/** The same of the one row that is refused for what was typed. */
export function faultsIn({ done, refused }: ActionResult): Pending['faults'] {
  const [only] = refused;
  return done.length === 0 && refused.length === 1 && only?.field
    ? { [only.field]: [only.message] }
    : undefined;
}

/** What the first person stated of a row that waits for a second one. */
export interface First {
  maker: string;
  reason?: string;
}

export const firstIn = (preview: Preview | undefined): First | undefined =>
  preview?.preview?.length === 1 ? (preview.preview[0]!.after.asked as First | undefined) : undefined;

/** A command that was just opened: its dry run has not answered, and every try of it has one key. */
export function pendingOf(
  action: string,
  about: Pick<Pending, 'target' | 'count' | 'rows' | 'meant' | 'given'>,
): Pending {
  const key = commandKey();
  return { action, ...about, preview: undefined, error: undefined, key, attempt: key };
}

/** Who is asked, and about what: `count` of them, of which `rows` are on hand. */
export interface AskedAbout {
  fields: Fields;
  staff: boolean;
  rows: readonly Row[];
  count: number;
}

/** An input as these rows ask for it; undefined where none of them does. */
function ofRows(
  field: Field,
  asked: AskedOf | undefined,
  { fields, rows, count }: AskedAbout,
  isOneOfSeveral: boolean,
) {
  if (!asked) return field;
  if (asked.alone && isOneOfSeveral) return undefined;
  // Rows that are not on hand may ask for it: whoever leaves it empty is answered by the server.
  const certain = rows.some((row) => guardAllows(fields, asked.of, row));
  if (!certain && rows.length === count) return undefined;
  return asked.optional || !certain ? field : { ...field, required: true };
}

/** Of several those that have something of their own to be typed are refused: nothing else is asked for them either. */
function withoutRefused(asks: NonNullable<Action['asks']>, about: AskedAbout): AskedAbout {
  const { fields, rows, count } = about;
  if (count < 2) return about;
  const own = Object.values(asks).filter(({ alone }) => alone);
  const left = rows.filter((row) => !own.some(({ of }) => guardAllows(fields, of, row)));
  return { ...about, rows: left, count: count - (rows.length - left.length) };
}

/** An action as this kind of person is asked about these rows. */
export function asAsked(action: Action, about: AskedAbout): Action {
  const { otp: _asks, asks, input: all, ...rest } = action;
  const own = inputOf(action, about.staff);
  if (!asks) return own === all ? action : { ...action, ...(own && { input: own }) };
  const answerable = withoutRefused(asks, about);
  const entries = Object.entries(own ?? {}).flatMap(([name, field]) => {
    const shown = ofRows(field, asks[name], answerable, about.count > 1);
    return shown ? [[name, shown] as const] : [];
  });
  const input: Fields = Object.fromEntries(entries);
  return { ...rest, ...(entries.length > 0 && { input }), ...(input.otp && { otp: true }) };
}
