import { useT } from '../i18n/i18n.ts';
import type { Look, Mark } from './look.ts';

interface MarksProps<T> {
  look: Look<T>;
  from: T;
  to: T;
  marks: ReadonlyMap<string, Mark>;
}

/** The differences of two versions in words, part by part. */
export function Marks<T>({ look, from, to, marks }: MarksProps<T>) {
  const t = useT('workspace');
  if (marks.size === 0) return <p className="pd-muted">{t('share.same')}</p>;
  return (
    <ul className="pd-marks">
      {[...marks].map(([id, mark]) => (
        <li key={id}>
          <b data-mark={mark}>{t(`share.mark.${mark}`)}</b> {look.titleOf(to, id) ?? look.titleOf(from, id)}
        </li>
      ))}
    </ul>
  );
}
