import type { Registered } from '../../kit/commands/registry.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Key } from '../../kit/ui/Key.tsx';
import { conflictsOf, refusalOf } from './conflicts.ts';
import { useRecorder } from './useRecorder.ts';

interface Props {
  command: Registered;
  /** Every registered command: what else the keys belong to. */
  all: readonly Registered[];
  /** Gives the command these keys; none for an empty text. They are taken from `others`. */
  assign: (keys: string, others: readonly Registered[]) => void;
  cancel: () => void;
}

/** Takes the place of a command's keys while new ones are pressed, and says at once what they collide with. */
export function Recorder({ command, all, assign, cancel }: Props) {
  const t = useT('app');
  const keep = (keys: string): void => {
    if (keys === '') return assign('', []);
    if (refusalOf(keys) === undefined) assign(keys, conflictsOf(all, command.id, keys).same);
  };
  const { box, keys, onKeyDown } = useRecorder({ keep, cancel });
  return (
    <div
      ref={box}
      className="key-recorder"
      tabIndex={-1}
      role="group"
      aria-label={t('keys.record', { name: command.label() })}
      onKeyDown={onKeyDown}
      onBlur={cancel}
    >
      {keys ? <Key keys={keys} /> : <span className="pd-muted">{t('keys.press')}</span>}
      <span className="key-recorder-says" role="status">
        <Consequence command={command} all={all} keys={keys} />
      </span>
    </div>
  );
}

function Consequence({ command, all, keys }: Pick<Props, 'command' | 'all'> & { keys: string }) {
  const t = useT('app');
  if (keys === '') return <span className="pd-muted">{t('keys.recordHint')}</span>;
  const refusal = refusalOf(keys);
  if (refusal) return <span className="key-conflict">{t(`keys.refused.${refusal}`)}</span>;
  const { same, hidden } = conflictsOf(all, command.id, keys);
  const names = (list: readonly Registered[]) => list.map((each) => each.label()).join(', ');
  if (same.length > 0) return <span className="key-conflict">{t('keys.takes', { names: names(same) })}</span>;
  if (hidden.length > 0)
    return <span className="key-conflict">{t('keys.hides', { names: names(hidden) })}</span>;
  return <span className="pd-muted">{t('keys.recordHint')}</span>;
}
