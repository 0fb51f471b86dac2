import { defineView } from '../../kit/index.ts';

/** Banks, or rather how each writes its statements. */
export default defineView({
  id: 'bankType',
  icon: 'bank',
  permission: 'bankType:page',
  load: () => import('./BankTypes.tsx'),
});
