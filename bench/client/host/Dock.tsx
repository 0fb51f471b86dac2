import '../../../src/workspace/workspace.css';
import 'dockview-react/dist/styles/dockview.css';
import {
  type DockviewReadyEvent,
  DockviewReact,
  type IDockviewPanelProps,
  type SerializedDockview,
  themeDark,
} from 'dockview-react';
import { useEffect, useState } from 'react';
import { viewTitle } from '../../../src/workspace/views.tsx';
import { type BenchPanel, COLUMNS, LINES } from '../panels.ts';
import { Content } from './Content.tsx';
import { shownPanels } from './shown.ts';

const WIDTH = 1520;
const HEIGHT = 800;

function Panel({ api, params }: IDockviewPanelProps<{ view: string }>) {
  const [visible, setVisible] = useState(api.isVisible);
  useEffect(() => {
    const watch = api.onDidVisibilityChange((event) => setVisible(event.isVisible));
    return () => watch.dispose();
  }, [api]);
  return <Content id={api.id} view={params.view} visible={visible} />;
}

const components = { panel: Panel };

/** The same arrangement as dockview stores one; it scales to the space there is. */
function stored(panels: readonly BenchPanel[]): unknown {
  const columns = Math.min(COLUMNS, panels.length);
  const leaf = ({ id }: BenchPanel) => ({
    type: 'leaf',
    size: HEIGHT / LINES,
    data: { views: [id], activeView: id, id: `group-${id}` },
  });
  return {
    grid: {
      root: {
        type: 'branch',
        size: HEIGHT,
        data: Array.from({ length: columns }, (_, column) => ({
          type: 'branch',
          size: WIDTH / columns,
          data: panels.filter((_panel, at) => at % columns === column).map(leaf),
        })),
      },
      width: WIDTH,
      height: HEIGHT,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(
      panels.map(({ id, view }) => [
        id,
        { id, contentComponent: 'panel', title: viewTitle(view), params: { view } },
      ]),
    ),
    activeGroup: `group-${panels[0]?.id}`,
  };
}

function ready({ api }: DockviewReadyEvent): void {
  const panels = shownPanels();
  if (panels.length > 0) api.fromJSON(stored(panels) as SerializedDockview);
  Object.assign(window, { dock: api });
}

/** Takes the place of the workspace and gives the same panels to dockview. */
export function Workspace() {
  return (
    <div className="ws">
      <DockviewReact components={components} onReady={ready} theme={themeDark} />
    </div>
  );
}
