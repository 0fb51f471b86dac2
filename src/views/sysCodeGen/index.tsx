import { defineView } from '../../kit/index.ts';

/** Tables and drawn forms that views are generated of, with the files of each. */
export default defineView({
  id: 'sysCodeGen',
  icon: 'edit',
  permission: 'sysCodeGen:page',
  load: () => import('./CodeGen.tsx'),
});
