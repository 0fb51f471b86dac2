import type { Mark } from './look.ts';
import './preview.css';

/** A pane of a layout, at parts of the whole between 0 and 1. */
export interface PreviewBox {
  x: number;
  y: number;
  width: number;
  height: number;
  floats?: boolean;
  mark?: Mark | undefined;
  tabs: readonly PreviewTab[];
}

export interface PreviewTab {
  id: string;
  title: string;
  shown: boolean;
  mark?: Mark | undefined;
  /** Colour of its link. */
  link?: string | undefined;
}

interface PreviewProps {
  /** What it shows, in words. */
  label: string;
  boxes: readonly PreviewBox[];
  small?: boolean;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** A layout as it would be drawn: its panes with what they show. */
export function Preview({ label, boxes, small = false }: PreviewProps) {
  return (
    <div className={small ? 'pd-preview pd-preview-small' : 'pd-preview'} role="img" aria-label={label}>
      {boxes.map(({ tabs, ...box }) => (
        <div
          key={tabs.map(({ id }) => id).join()}
          className={box.floats ? 'pd-preview-pane pd-preview-float' : 'pd-preview-pane'}
          style={{
            left: percent(box.x),
            top: percent(box.y),
            width: percent(box.width),
            height: percent(box.height),
          }}
        >
          <div className="pd-preview-box" data-mark={box.mark}>
            {tabs.map(({ id, title, shown, mark, link }) => (
              <span
                key={id}
                className="pd-preview-tab"
                data-shown={shown || undefined}
                data-mark={mark}
                data-link={link}
              >
                {small ? '' : title}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
