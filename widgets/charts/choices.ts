import { groupingChoices, measureChoices } from '../../src/kit/figures/measureChoices.ts';
import type { SettingChoices } from '../../src/kit/index.ts';

/** A measure of a list that the person may see, and a field of that list; parts of a whole need one. */
const choices: SettingChoices = {
  measure: measureChoices,
  by: ({ measure, shape }) => groupingChoices(measure, shape !== 'pie'),
};
export default choices;
