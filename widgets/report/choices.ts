import { groupingChoices, measureChoices } from '../../src/kit/figures/measureChoices.ts';
import type { SettingChoices } from '../../src/kit/index.ts';

/** A measure of a list that the person may see, and the field of that list whose values are the rows. */
const choices: SettingChoices = {
  measure: measureChoices,
  by: ({ measure }) => groupingChoices(measure, false),
};
export default choices;
