import type { Cell, Skipped } from './line.ts';
import { isClosingWord, isOpeningWord, isTotalWord, wordForm } from './words.ts';

const RULE = /^[\p{P}\p{S}\s]+$/u;
const DIGIT = /\d/;

/**
 * Whether a row is none of money's by its form: a ruled line, the header again, a balance carried, a total. A row with a day
 * and an amount is a movement whatever its text is. The header's names are given in the form of words.
 */
export function skipByForm(
  cells: readonly string[],
  cell: Cell,
  header: readonly string[],
): Skipped | undefined {
  const filled = cells.filter((text) => text !== '');
  const text = filled.join(' ').slice(0, 300);
  if (filled.every((each) => RULE.test(each))) return { reason: 'rule', text };
  const hasDay = DIGIT.test(cell('date'));
  const moved = [cell('amount'), cell('credit'), cell('debit')].some((each) => /[1-9]/.test(each));
  if (hasDay && moved) return undefined;
  if (cells.every((each, at) => wordForm(each) === (header[at] ?? ''))) return { reason: 'header', text };
  const texts = [...filled.slice(0, 2), cell('description')];
  if (texts.some(isOpeningWord)) return { reason: 'opening', text };
  if (texts.some(isClosingWord)) return { reason: 'closing', text };
  return !hasDay && texts.some(isTotalWord) ? { reason: 'total', text } : undefined;
}

/** Of a row without a day: a note, unless money stands where the format has it. */
export function isNote(cell: Cell): boolean {
  return ![cell('amount'), cell('credit'), cell('debit')].some((each) => DIGIT.test(each));
}
