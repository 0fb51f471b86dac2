import { dict } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { currency: dict('currency', { required: true }) };

export default defineWidget({
  id: 'system-assets',
  version: 1,
  needs: 'systemDetail:page',
  size: { w: 6, h: 8, minW: 4, minH: 4 },
  settings,
  defaults: { currency: 'INR' },
  load: () => import('./SystemAssets.tsx'),
});
