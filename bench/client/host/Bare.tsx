import '../../../src/workspace/workspace.css';
import { viewTitle } from '../../../src/workspace/views.tsx';
import { COLUMNS, LINES } from '../panels.ts';
import { Content } from './Content.tsx';
import { shownPanels } from './shown.ts';

/** Takes the place of the workspace and draws the same panels in a grid of boxes: React and nothing else. */
export function Workspace() {
  return (
    <div
      className="ws"
      style={{
        display: 'grid',
        gridTemplate: `repeat(${LINES}, minmax(0, 1fr)) / repeat(${COLUMNS}, minmax(0, 1fr))`,
        gap: 4,
      }}
    >
      {shownPanels().map(({ id, view }) => (
        <div key={id} style={{ display: 'grid', gridTemplateRows: '28px minmax(0, 1fr)' }}>
          <header>{viewTitle(view)}</header>
          <Content id={id} view={view} />
        </div>
      ))}
    </div>
  );
}
