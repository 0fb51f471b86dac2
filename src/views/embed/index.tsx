import { defineView } from '../../kit/index.ts';

/** A page of another address, shown as a panel. */
export default defineView({ id: 'embed', icon: 'globe', apart: true, load: () => import('./Embed.tsx') });
