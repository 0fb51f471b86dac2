import { defineView } from '../../kit/index.ts';

/** What merchants were notified of and what they answered. */
export default defineView({
  id: 'callback',
  icon: 'notify',
  permission: 'callback:page',
  load: () => import('./Callbacks.tsx'),
});
