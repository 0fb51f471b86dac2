import { defineView } from '../../kit/index.ts';

/** What a person keeps of themselves: picture, signature, record, password, sessions, second factor, language. */
export default defineView({ id: 'userCenter', icon: 'user', load: () => import('./Centre.tsx') });
