import type { ClipboardEvent } from 'react';
import { splitNumbers } from '../../../contract/anyId.ts';

const LINES = /[\r\n\t]/;

/**
 * What a box of one line holds after several lines of numbers were pasted into it, with commas in place of the line ends
 * that it would drop: two numbers would be one. Undefined, and nothing is prevented, where it is a single line.
 */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>): string | undefined {
  const pasted = event.clipboardData.getData('text');
  if (!LINES.test(pasted)) return undefined;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  return value.slice(0, from) + splitNumbers(pasted).join(', ') + value.slice(to);
}
