import { Preview as Drawn } from '../../kit/sharing/Preview.tsx';
import type { Mark } from '../../kit/sharing/look.ts';
import { useT } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { recordTitle } from '../panelTitle.ts';
import { shownName } from '../sync/names.ts';
import { previewBoxes } from './boxes.ts';

interface PreviewProps {
  envelope: Envelope;
  /** How panels differ from another version. */
  marks?: ReadonlyMap<string, Mark> | undefined;
  small?: boolean;
}

/** A layout as it would be drawn. */
export function Preview({ envelope, marks, small = false }: PreviewProps) {
  const t = useT('workspace');
  const boxes = previewBoxes(envelope.layout).map(({ tabs, shown, ...box }) => ({
    ...box,
    mark: marks?.get(shown),
    tabs: tabs.map((id) => ({
      id,
      title: recordTitle(envelope.panels[id]),
      shown: id === shown,
      mark: marks?.get(id),
      link: envelope.links.panels[id]?.colour,
    })),
  }));
  const panels = boxes.flatMap(({ tabs }) => tabs.map(({ title }) => title)).join(', ');
  const label = t('manager.preview', { name: shownName(envelope.name), panels });
  return <Drawn label={label} boxes={boxes} small={small} />;
}
