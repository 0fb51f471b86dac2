import { defineView } from '../../kit/index.ts';

/** Which product this is, what it runs on, and under which licences its parts are delivered. */
export default defineView({ id: 'about', icon: 'help', load: () => import('./About.tsx') });
