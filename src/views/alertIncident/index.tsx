import { defineView } from '../../kit/index.ts';

/** What alert rules have raised. */
export default defineView({
  id: 'alertIncident',
  icon: 'bell',
  permission: 'alertIncident:page',
  load: () => import('./AlertIncidents.tsx'),
});
