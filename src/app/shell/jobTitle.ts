import type { JobLine } from '../../../contract/calls.ts';
import { namespaces, translate, translateIfAny } from '../../kit/i18n/i18n.ts';

/** The words of a resource stand in the file of its area, whichever that is. */
const textIn = (key: string): string | undefined =>
  namespaces.map((area) => translateIfAny(`${area}:${key}`)).find((found) => found !== undefined);

/** What a job is, as its panel's button says it: "Batch settle · Collection orders". */
export function jobTitle({ resource, action }: Pick<JobLine, 'resource' | 'action'>): string {
  const verb = action
    ? (textIn(`${resource}.actions.${action}`) ?? translateIfAny(`grid:actions.${action}`) ?? action)
    : translate('app:status.export');
  return `${verb} · ${textIn(`${resource}.title`) ?? resource}`;
}
