import './about.css';
import { Key, Unanswered, commands, localised, useLive, useT } from '../../src/kit/index.ts';

const EVERY_MS = 10 * 60_000;
/** What helps somebody on, where this person has it. */
const HELP = ['app.palette', 'app.keys', 'app.settings', 'app.tour', 'app.lock', 'app.zen'];

type SystemInfo = Partial<Record<'sysTitle' | 'sysViceTitle' | 'sysViceDesc' | 'sysCopyright', unknown>>;

/** What this installation is, in its own words, and where help is. */
export default function About() {
  const t = useT('widgets');
  const query = useLive<SystemInfo>('sysConfig/sysInfo', undefined, EVERY_MS);
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  const help = HELP.flatMap((id) => commands.find(id) ?? []);
  return (
    <div className="about">
      <div className="about-text">
        <p>
          <strong>{localised(data.sysTitle) || 'Paydesk'}</strong>
          <span className="pd-muted">{localised(data.sysViceTitle)}</span>
        </p>
        <p className="pd-muted">{localised(data.sysViceDesc) || t('about.text')}</p>
        <ul>
          {help.map((command) => (
            <li key={command.id}>
              <button type="button" onClick={() => commands.fire(command)}>
                {command.label()}
                {command.keys?.[0] && <Key keys={command.keys[0]} />}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <small className="pd-muted">{localised(data.sysCopyright)}</small>
    </div>
  );
}
