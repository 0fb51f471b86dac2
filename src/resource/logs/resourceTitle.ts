import { resources } from '../../../contract/resources/index.ts';
import { translateIfAny } from '../../kit/index.ts';

/** What people call a resource, or a view of the platform that has no rows; its name where no text has one. */
export function resourceTitle(id: string): string {
  const area = resources.get(id)?.area ?? 'platform';
  return translateIfAny(`${area}:${id}.title`) ?? id;
}
