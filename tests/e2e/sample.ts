/** Of a series of alike tests the suite runs those that are sampled, `npm run campaign:browser` the others. */
export const sampled = (isSampled: boolean): { tag?: '@long' } => (isSampled ? {} : { tag: '@long' });
