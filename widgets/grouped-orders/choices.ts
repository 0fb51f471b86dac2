import { type SettingChoices, translate } from '../../src/kit/index.ts';
import { groupings } from './groupings.ts';

const choices: SettingChoices = {
  by: () =>
    groupings().map((value) => ({ value, text: translate(`widgets:grouped-orders.choices.by.${value}`) })),
};
export default choices;
