import { useT } from '../../kit/index.ts';
import type { Repair } from '../envelope/envelope.ts';

const MOST = 50;

/** What had to be repaired in a layout, line by line. */
export function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const t = useT('workspace');
  return (
    <ul className="ws-report">
      {repairs.slice(0, MOST).map((repair, index) => (
        <li key={index}>
          {t(`repair.code.${repair.code}`)}{' '}
          {repair.detail && <span className="pd-mono pd-muted">{repair.detail}</span>}
        </li>
      ))}
    </ul>
  );
}
