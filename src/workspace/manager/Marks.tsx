import { useT } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { recordTitle } from '../panelTitle.ts';
import type { Mark } from './boxes.ts';

interface MarksProps {
  from: Envelope;
  to: Envelope;
  marks: ReadonlyMap<string, Mark>;
}

/** The differences of two layouts in words, panel by panel. */
export function Marks({ from, to, marks }: MarksProps) {
  const t = useT('workspace');
  if (marks.size === 0) return <p className="pd-muted">{t('manager.same')}</p>;
  return (
    <ul className="ws-marks">
      {[...marks].map(([id, mark]) => (
        <li key={id}>
          <b data-mark={mark}>{t(`manager.mark.${mark}`)}</b> {recordTitle(to.panels[id] ?? from.panels[id])}
        </li>
      ))}
    </ul>
  );
}
