import { useT } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { recordTitle } from '../panelTitle.ts';
import { shownName } from '../sync/names.ts';
import { type Mark, previewBoxes } from './boxes.ts';
import './preview.css';

interface PreviewProps {
  envelope: Envelope;
  /** How panels differ from another version. */
  marks?: ReadonlyMap<string, Mark>;
  small?: boolean;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** A layout as it would be drawn: its panes with what they show. */
export function Preview({ envelope, marks, small = false }: PreviewProps) {
  const t = useT('workspace');
  const title = (id: string) => recordTitle(envelope.panels[id]);
  const boxes = previewBoxes(envelope.layout);
  const names = boxes.flatMap(({ tabs }) => tabs.map(title)).join(', ');
  return (
    <div
      className={small ? 'ws-preview ws-preview-small' : 'ws-preview'}
      role="img"
      aria-label={t('manager.preview', { name: shownName(envelope.name), panels: names })}
    >
      {boxes.map((box) => (
        <div
          key={box.tabs.join()}
          className={box.floats ? 'ws-preview-pane ws-preview-float' : 'ws-preview-pane'}
          style={{
            left: percent(box.x),
            top: percent(box.y),
            width: percent(box.width),
            height: percent(box.height),
          }}
        >
          <div className="ws-preview-box" data-mark={marks?.get(box.shown)}>
            {box.tabs.map((id) => (
              <span
                key={id}
                className="ws-preview-tab"
                data-shown={id === box.shown || undefined}
                data-mark={marks?.get(id)}
                data-link={envelope.links.panels[id]?.colour}
              >
                {small ? '' : title(id)}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
