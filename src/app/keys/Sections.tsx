import { useRef, useState } from 'react';
import type { Registered } from '../../kit/commands/registry.ts';
import { KeyRow } from './KeyRow.tsx';
import type { Section } from './listed.ts';
import { Recorder } from './Recorder.tsx';
import type { KeymapChanges } from './useKeymap.ts';

interface Props {
  sections: readonly Section[];
  /** Every registered command: what else keys belong to. */
  all: readonly Registered[];
  changes: KeymapChanges;
}

/** The commands with their keys, in columns; the keys of one of them can be recorded at a time. */
export function Sections({ sections, all, changes: { keymap, reset, assign } }: Props) {
  const [recording, setRecording] = useState<string>();
  const columns = useRef<HTMLDivElement>(null);
  const stop = (id: string) => {
    setRecording(undefined);
    // The focus goes back to where the keys were asked for.
    requestAnimationFrame(() =>
      columns.current?.querySelector<HTMLElement>(`[data-command="${id}"] .key-change`)?.focus(),
    );
  };
  const row = (command: Registered) =>
    recording === command.id ? (
      <div className="key-row key-row-recording" key={command.id} data-command={command.id}>
        <dt>{command.label()}</dt>
        <dd>
          <Recorder
            command={command}
            all={all}
            cancel={() => stop(command.id)}
            assign={(keys, others) => {
              assign(command, keys, others);
              stop(command.id);
            }}
          />
        </dd>
      </div>
    ) : (
      <KeyRow
        key={command.id}
        command={command}
        changed={command.id in keymap}
        record={() => setRecording(command.id)}
        reset={() => reset(command)}
      />
    );
  return (
    <div ref={columns} className="keysheet-columns">
      {sections.map(({ title, list }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>{list.map(row)}</dl>
        </section>
      ))}
    </div>
  );
}
