import { defineView } from '../../kit/index.ts';

/** Parts of the server that answers, tried one by one. */
export default defineView({
  id: 'sysTest',
  icon: 'check',
  permission: 'sysTest:page',
  load: () => import('./SelfTest.tsx'),
});
