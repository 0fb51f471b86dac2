import type { PostProcessorModule } from 'i18next';
import { joinTexts } from '../../../contract/spacing.ts';

/** Stands around a value in a text until the text is put together; no text of ours or theirs has it. */
const EDGE = '\u0001';

/** For the interpolation: says where a value starts and ends. */
export const edged = (value: string): string => `${EDGE}${value}${EDGE}`;

/** Joins values and text by the rules of contract/spacing. */
export const joins: PostProcessorModule = {
  type: 'postProcessor',
  name: 'joins',
  process: (text: string) => (text.includes(EDGE) ? joinTexts(text.split(EDGE)) : text),
};
