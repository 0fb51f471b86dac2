import { defineView } from '../../kit/index.ts';

/** What the installation calls itself, in each language, with its logo and the ways to sign in. */
export default defineView({
  id: 'sysInfoSetting',
  icon: 'settings',
  permission: 'sysInfoSetting:page',
  load: () => import('./InfoSetting.tsx'),
});
