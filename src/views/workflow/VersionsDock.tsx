import { useState } from 'react';
import type { FlowShown } from '../../../contract/approvalFlow.ts';
import { formatInstant, useT } from '../../kit/index.ts';
import { Compare } from './Compare.tsx';
import { draftOf } from './draft.ts';

/** Every version with who published it, and what it changed. */
export function VersionsDock({ flow }: { flow: FlowShown }) {
  const t = useT('platform');
  const [open, setOpen] = useState(flow.flowVersion);
  return (
    <ul className="flows-versions">
      {flow.versions.map((version, at) => {
        const before = flow.versions[at + 1];
        return (
          <li key={version.flowVersion}>
            <button
              type="button"
              className="line-button flows-version"
              aria-expanded={open === version.flowVersion}
              onClick={() => setOpen(open === version.flowVersion ? 0 : version.flowVersion)}
            >
              <b>{t('workflow.version', { n: version.flowVersion })}</b>
              <span className="pd-number pd-muted">{formatInstant(version.publishedAt)}</span>
              <span>{version.publishedBy ?? ''}</span>
            </button>
            {version.note && <p className="pd-muted">{version.note}</p>}
            {open === version.flowVersion && (
              <Compare
                before={before ? draftOf(before) : { limitAmount: version.limitAmount, steps: [] }}
                after={draftOf(version)}
                command={flow.command}
                currency={flow.currency}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
