import { groupingsOf } from '../../../contract/measure.ts';
import { measureOf, measures } from '../../../contract/measures.ts';
import type { Resource } from '../../../contract/resource.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { caller } from '../data/session.ts';
import { known } from '../data/known.ts';
import { translate } from '../i18n/i18n.ts';
import type { SettingChoice } from '../widget.ts';
import { fieldTitle, measureTitle, resourceTitle } from './measureText.ts';

const knownTo = (id: string): Resource => known(resourceOf(id));

/** The measures of the lists that this person may see, under the names of the lists. */
export function measureChoices(): readonly SettingChoice[] {
  const { can } = caller();
  return [...measures.values()]
    .filter(
      ({ resource, sum }) => can(`${resource}:page`) && (!sum || knownTo(resource).totals.includes(sum)),
    )
    .map((measure) => ({
      value: measure.id,
      text: measureTitle(measure),
      group: resourceTitle(measure.resource),
    }));
}

/** The fields that a measure can be grouped by; `none` leaves it whole. */
export function groupingChoices(id: unknown, none: boolean): readonly SettingChoice[] {
  const measure = measureOf(String(id ?? ''));
  const fields = measure ? groupingsOf(knownTo(measure.resource)) : [];
  return [
    ...(none ? [{ value: '', text: translate('widgets:measure.whole') }] : []),
    ...fields.map((name) => ({ value: name, text: fieldTitle(measure!.resource, name) })),
  ];
}
