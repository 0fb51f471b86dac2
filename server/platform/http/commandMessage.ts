import { askedOf } from '../../../contract/asked.ts';
import { describeOutcome, isCommandResult } from '../../../contract/outcomeText.ts';
import { resources } from '../../../contract/resources/index.ts';
import type { Locale } from './caller.ts';
import { WithMessage } from './envelope.ts';
import { type Locales, textOf } from './locales.ts';

const COMMAND = /^\/api\/(\w+)\/(\w+)$/;

/** What the action says of itself once it is done, as the client does. */
function doneText(locales: Locales, locale: Locale, url: string): string {
  const [, id = '', action = ''] = COMMAND.exec(url) ?? [];
  const area = resources.get(id)?.area;
  const own = area && textOf(locales, locale, area, `${id}.done.${action}`);
  return own ?? textOf(locales, locale, 'grid', 'done') ?? '';
}

const isRow = (result: unknown): result is Readonly<Record<string, unknown>> =>
  typeof result === 'object' && result !== null;

/**
 * The result of a command with what became of its rows in words: one whose rows were all refused, or that only asked others,
 * does not look done. Every other answer goes out as it is.
 */
export function withCommandMessage(
  result: unknown,
  { locales, locale, url }: { locales: Locales; locale: Locale; url: string },
): unknown {
  const text = (key: string, values?: Record<string, unknown>) =>
    textOf(locales, locale, 'grid', key, values) ?? key;
  // A record that somebody else decides about is written, and nothing has come of it yet.
  if (url.endsWith('/add') && isRow(result) && askedOf(result))
    return new WithMessage(result, text('waiting'), 'warning');
  if (!isCommandResult(result)) return result;
  const { message, type } = describeOutcome(result, doneText(locales, locale, url), text);
  return new WithMessage({ ...result, waiting: result.waiting ?? [] }, message, type);
}
