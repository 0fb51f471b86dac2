import { useState } from 'react';
import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { ExceptionGroups } from './ExceptionGroups.tsx';

/** It was opened for certain rows: those of a trace, or of one place. */
const isForRows = (args: Record<string, unknown>): boolean => Object.keys(args).length > 0;

/** What failed, each once; the rows of one when they are asked for. */
export default function Exceptions(props: ViewProps) {
  const { args } = props;
  const [rows, setRows] = useState<Record<string, unknown> | undefined>(() =>
    isForRows(args) ? args : undefined,
  );
  if (rows) return <ResourceView key={JSON.stringify(rows)} {...props} args={rows} resource="sysLogEx" />;
  return <ExceptionGroups {...props} openRows={(fingerprint) => setRows({ fingerprint })} />;
}
