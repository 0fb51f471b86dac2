import type { Texts } from '../../../contract/forms/form.ts';
import { currentLocale, translate } from '../../kit/index.ts';

/** What something from the palette is called until somebody says it better: in the language of the screen. */
export const titlesFor = (name: string): Texts => ({
  [currentLocale()]: translate(`develop:formDesign.${name}`),
});
