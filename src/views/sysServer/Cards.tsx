import type { ReactNode } from 'react';
import type { DiskState, ServerSample, ServerState } from '../../../contract/serverState.ts';
import { formatBytes, formatCount, useT } from '../../kit/index.ts';
import { Sparkline } from '../../kit/figures/Sparkline.tsx';

/** From here on a machine or a database is short of something. */
const HIGH = 0.9;
/** A turn of the event loop that comes this late is felt by everybody. */
const LATE_MS = 100;

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

interface CardProps {
  part: string;
  figure: string;
  bad: boolean;
  lines: readonly string[];
  children: ReactNode;
}

function Card({ part, figure, bad, lines, children }: CardProps) {
  const t = useT('platform');
  return (
    <section className="srv-card" data-part={part} aria-label={t(`sysServer.parts.${part}`)}>
      <h3>{t(`sysServer.parts.${part}`)}</h3>
      <p className={`srv-figure pd-number${bad ? ' pd-down' : ''}`}>{figure}</p>
      {children}
      <p className="srv-lines pd-muted pd-number">{lines.join(' · ')}</p>
    </section>
  );
}

function Share({ part, of }: { part: number; of: number }) {
  return (
    <div className="srv-share" data-high={of > 0 && part / of >= HIGH ? true : undefined} aria-hidden="true">
      <i style={{ width: `${of > 0 ? Math.min(100, (part / of) * 100) : 0}%` }} />
    </div>
  );
}

function Disk({ disk: { size, free }, database }: { disk: DiskState; database: number }) {
  const t = useT('platform');
  return (
    <Card
      part="disk"
      figure={percent(1 - free / size)}
      bad={1 - free / size >= HIGH}
      lines={[
        t('sysServer.lines.free', { size: formatBytes(free) }),
        t('sysServer.lines.of', { size: formatBytes(size) }),
        t('sysServer.lines.database', { size: formatBytes(database) }),
      ]}
    >
      <Share part={size - free} of={size} />
    </Card>
  );
}

/** The figures of this server in a line, each with its last ten minutes. */
export function Cards({ state: { host, samples, disk, database } }: { state: ServerState }) {
  const t = useT('platform');
  const last = samples.at(-1);
  const went = (read: (sample: ServerSample) => number) => samples.map(read);
  const label = (part: string) => t(`sysServer.parts.${part}`);
  const { active, idle, waiting, most } = database.connections;
  if (!last) return null;
  return (
    <div className="srv-cards">
      <Card
        part="processor"
        figure={percent(last.cpu)}
        bad={last.cpu >= HIGH}
        lines={[t('sysServer.lines.process', { share: percent(last.processCpu) })]}
      >
        <Sparkline values={went(({ cpu }) => cpu)} most={1} label={label('processor')} />
      </Card>
      <Card
        part="memory"
        figure={percent(last.usedMemory / host.totalMemory)}
        bad={last.usedMemory / host.totalMemory >= HIGH}
        lines={[
          t('sysServer.lines.processMemory', { size: formatBytes(last.processMemory) }),
          t('sysServer.lines.of', { size: formatBytes(host.totalMemory) }),
        ]}
      >
        <Sparkline
          values={went(({ usedMemory }) => usedMemory)}
          most={host.totalMemory}
          label={label('memory')}
        />
      </Card>
      <Card
        part="loop"
        figure={`${last.loopLagMs.toFixed(1)} ms`}
        bad={last.loopLagMs >= LATE_MS}
        lines={[t('sysServer.lines.lag')]}
      >
        <Sparkline values={went(({ loopLagMs }) => loopLagMs)} label={label('loop')} />
      </Card>
      {disk && <Disk disk={disk} database={database.bytes} />}
      <Card
        part="connections"
        figure={formatCount(active + idle)}
        bad={(active + idle) / most >= HIGH}
        lines={[
          t('sysServer.lines.connections', { active, idle, waiting, most }),
          t('sysServer.lines.locks', {
            held: formatCount(database.locks.held),
            waiting: formatCount(database.locks.waiting),
          }),
        ]}
      >
        <Share part={active + idle} of={most} />
      </Card>
    </div>
  );
}
