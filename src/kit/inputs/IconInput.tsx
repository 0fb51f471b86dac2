import { type KeyboardEvent, useRef, useState } from 'react';
import { ICON_NAMES, type IconName, isIconName } from '../../../contract/icons.ts';
import { useT } from '../i18n/i18n.ts';
import { Icon } from '../ui/Icon.tsx';
import { type InputProps, controlProps, textOf } from './input.ts';
import './iconInput.css';

const COLUMNS = 8;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

/** What is typed finds icons, until it is the name of one: then all are there to choose another. */
export function iconsFor(typed: string): readonly IconName[] {
  const word = typed.trim().toLowerCase();
  if (word === '' || isIconName(typed)) return ICON_NAMES;
  return ICON_NAMES.filter((name) => name.toLowerCase().includes(word));
}

/** The name of an icon: found by typing, chosen in a grid by mouse or keys. Names of other clients' icons are typed whole. */
export function IconInput(props: InputProps) {
  const t = useT('app');
  const { value, onChange, disabled } = props;
  const typed = textOf(value);
  const [open, setOpen] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const found = iconsFor(typed);
  const buttons = () => [...(grid.current?.querySelectorAll('button') ?? [])];

  function enter(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
    // Drawn by then.
    requestAnimationFrame(() =>
      (buttons().find(({ ariaPressed }) => ariaPressed === 'true') ?? buttons()[0])?.focus(),
    );
  }
  function walk(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
  }
  return (
    <div className="icon-input">
      <div className="icon-input-line">
        <span className="icon-input-shown">{isIconName(typed) && <Icon name={typed} size={16} />}</span>
        <input
          {...controlProps(props)}
          className="pd-input pd-mono"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={() => setOpen(true)}
          onKeyDown={enter}
          onChange={({ target }) => onChange?.(target.value.trim())}
        />
      </div>
      {open && !disabled && (
        <div ref={grid} className="icon-input-grid" role="group" aria-label={t('icons.all')} onKeyDown={walk}>
          {found.map((name) => (
            <button
              key={name}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={name === typed}
              onClick={() => onChange?.(name)}
            >
              <Icon name={name} size={16} />
            </button>
          ))}
          {found.length === 0 && <p className="pd-muted">{t('icons.none')}</p>}
        </div>
      )}
    </div>
  );
}
