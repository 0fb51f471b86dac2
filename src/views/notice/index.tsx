import { defineView } from '../../kit/index.ts';

/** What a person received: announcements, alerts and what is for them alone. */
export default defineView({ id: 'notice', icon: 'bell', load: () => import('./Messages.tsx') });
