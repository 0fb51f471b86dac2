import { defineView } from '../../kit/index.ts';

/** What each view is for and how work goes in it. */
export default defineView({ id: 'help', icon: 'help', load: () => import('./Help.tsx') });
