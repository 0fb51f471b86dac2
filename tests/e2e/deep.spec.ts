import { test } from './fixtures.ts';
import { scrollDeep } from './scrollDeep.ts';

/** In a list of 160,000 orders, which take a server of their own, with `npm run campaign:browser`. */
test('W27: scrolls to row 15,000 and shows what the API has there', async ({ open, product }) =>
  scrollDeep(await open('operator', { only: 'collectOrder' }), product, 15_000));
