import { defineView } from '../../kit/index.ts';

/** Templates of what is printed, and the designer that draws them. */
export default defineView({
  id: 'sysPrint',
  icon: 'print',
  permission: 'sysPrint:page',
  load: () => import('./Prints.tsx'),
});
