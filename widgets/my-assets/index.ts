import { flag } from '../../contract/field.ts';
import { defineWidget } from '../../src/kit/index.ts';

export const settings = { hideEmpty: flag() };

export default defineWidget({
  id: 'my-assets',
  version: 1,
  needs: 'merchantAsset:page',
  size: { w: 8, h: 7, minW: 8, minH: 4 },
  settings,
  defaults: { hideEmpty: true },
  load: () => import('./Assets.tsx'),
});
