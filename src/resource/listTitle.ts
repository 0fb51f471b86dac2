import type { Resource } from '../../contract/resource.ts';
import { menu } from '../kit/index.ts';
import { wordsOf } from './actions/texts.ts';

/** What the menu calls the list of a resource, else what the resource is called. */
export function listTitle(resource: Resource): string {
  const entry = menu.byName(resource.id);
  return entry ? menu.title(entry) : wordsOf(resource).title();
}
