import { defineView } from '../../kit/index.ts';

/** Dictionaries and the items of the chosen one, side by side. */
export default defineView({
  id: 'sysDictType',
  icon: 'columns',
  permission: 'sysDictType:page',
  load: () => import('./Dictionaries.tsx'),
});
