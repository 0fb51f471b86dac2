import { defineView } from '../../kit/index.ts';

/** Rules over figures, tried over the past before they are saved. */
export default defineView({
  id: 'alertRule',
  icon: 'bell',
  permission: 'alertRule:page',
  load: () => import('./AlertRules.tsx'),
});
