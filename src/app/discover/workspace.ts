import { provideDashboards } from '../../dashboard/provide.ts';
import type { View } from '../../kit/view.ts';
import { Workspace } from '../../workspace/Workspace.tsx';
import { provideDefault } from '../../workspace/sync/defaults.ts';
import { isView, provideViews } from '../../workspace/views.tsx';
import { shippedLayout } from './shipped.ts';

/** Hands the workspace what the product consists of: views, widgets and shipped layouts, each found by its folder. */

const views = import.meta.glob<View>('../../views/*/index.tsx', { eager: true, import: 'default' });

provideViews(
  Object.values(views),
  async () => (await import('../../resource/ResourceView.tsx')).ResourceView,
);
provideDefault(() => shippedLayout('workspace'));
provideDashboards({
  widgets: async () => (await import('./widgets.ts')).widgets,
  shipped: () => shippedLayout('dashboard'),
});

export { isView, Workspace };
