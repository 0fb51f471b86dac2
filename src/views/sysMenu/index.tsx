import { defineView } from '../../kit/index.ts';

/** The menu as the tree that people see. */
export default defineView({
  id: 'sysMenu',
  icon: 'menu',
  permission: 'sysMenu:page',
  load: () => import('./Menus.tsx'),
});
