import { useEffect, useState } from 'react';
import { type Widget, VisibilityContext } from '../kit/index.ts';
import type { BoardValues } from '../kit/figures/board.ts';
import { NO_ACTIONS, Tile } from './Tile.tsx';
import type { Tile as TileRecord } from './document.ts';

const SETTLE_MS = 300;

/** What is being typed is not asked for: only what was typed a moment ago. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface PreviewProps {
  widget: Widget;
  content: Pick<TileRecord, 'settings' | 'title' | 'own' | 'ownValues'>;
  tabId: string;
  values: BoardValues;
}

/** The widget itself with these settings, as its tile will be. */
export function Preview({ widget, content, tabId, values }: PreviewProps) {
  const text = JSON.stringify(content);
  const settled = useSettled(text);
  const { id, version, size } = widget;
  const tile: TileRecord = {
    id: `preview-${id}`,
    widget: id,
    version,
    x: 0,
    y: 0,
    ...size,
    ...(JSON.parse(settled) as PreviewProps['content']),
  };
  return (
    <div className="dash-preview" inert>
      <VisibilityContext value>
        <Tile
          key={id}
          tile={tile}
          tabId={tabId}
          values={values}
          editing={false}
          frozen={false}
          actions={NO_ACTIONS}
        />
      </VisibilityContext>
    </div>
  );
}
