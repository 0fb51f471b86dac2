import {
  type Command,
  Icon,
  type IconName,
  Key,
  chordLabel,
  commands,
  useScopeCommands,
  useT,
  Popover,
  PopoverItem,
} from '../../kit/index.ts';
import { memo, useRef } from 'react';
import { betweenOnly } from './betweenOnly.ts';
import { useBar } from './useBar.ts';
import { useRoving } from './useRoving.ts';
import './view.css';

/** What the tooltip says: the verb, its key, and why it cannot run now. */
function tip(command: Command): string {
  const key = command.keys?.[0] ? ` (${chordLabel(command.keys[0])})` : '';
  const allowed = commands.enabled(command);
  return `${command.label()}${key}${allowed === true || allowed === '' ? '' : ` · ${allowed}`}`;
}

const run = (command: Command): void => void commands.run(command, undefined).catch(() => undefined);

function CommandButton({ command, primary }: { command: Command; primary: boolean }) {
  const allowed = commands.enabled(command) === true;
  return (
    <button
      type="button"
      className={`pd-button ripple${primary ? ' pd-button-primary' : ''}${allowed ? '' : ' pd-button-off'}`}
      // Not disabled for anyone: pressed, it says why it cannot run.
      title={tip(command)}
      data-command={command.id}
      data-main={primary || undefined}
      onClick={() => run(command)}
    >
      {command.label()}
      {command.keys?.[0] && <Key keys={command.keys[0]} />}
    </button>
  );
}

/** The verbs of a bar. */
export interface Tools {
  /** Ids of the commands that are buttons; the first may be the main verb. */
  buttons: readonly string[];
  primary?: string | undefined;
  /** Ids, and `line` for a rule between them. */
  more: readonly string[];
  danger?: ReadonlySet<string>;
}

const NO_DANGER: ReadonlySet<string> = new Set();

/** Buttons and the menu behind the dots, all of them commands of the panel: one source for click, key and palette. */
export const Toolbar = memo(function Toolbar(props: Tools & { tabId: string }) {
  const { tabId, buttons, primary, more, danger = NO_DANGER } = props;
  const t = useT('grid');
  const list = useScopeCommands(tabId);
  const find = (id: string) => list.find((command) => command.id === id && !command.withheld);
  const shown = buttons.map(find).filter((command): command is Command => command !== undefined);
  const box = useRef<HTMLDivElement>(null);
  const isShown = useBar(box);
  const line = useRef<HTMLDivElement>(null);
  useRoving(line);
  const folded = shown.filter((_, at) => !isShown(at)).map((command) => command.id);
  const hidden = betweenOnly([...folded, 'line', ...more], (id) => find(id) !== undefined);
  return (
    <div ref={line} className="view-tools" role="toolbar" aria-label={t('tools')}>
      <div className="view-buttons" ref={box}>
        {shown.map((command) => (
          <CommandButton key={command.id} command={command} primary={command.id === primary} />
        ))}
      </div>
      {hidden.length > 0 && (
        <Popover
          className="pd-button pd-button-more"
          label={t('more')}
          role="menu"
          face={<Icon name="more" />}
        >
          {(close) =>
            hidden.map((id, at) => {
              const command = find(id);
              if (!command) return <div key={`line${at}`} className="pop-line" aria-hidden="true" />;
              return (
                <PopoverItem
                  key={id}
                  disabled={commands.enabled(command) !== true}
                  danger={danger.has(id)}
                  title={tip(command)}
                  onClick={() => {
                    close();
                    run(command);
                  }}
                >
                  {command.icon && <Icon name={command.icon as IconName} size={14} />}
                  {command.label()}
                  {command.keys?.[0] && <Key keys={command.keys[0]} />}
                </PopoverItem>
              );
            })
          }
        </Popover>
      )}
    </div>
  );
});
