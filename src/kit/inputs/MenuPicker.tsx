import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../contract/audience.ts';
import { call } from '../data/call.ts';
import { localisedTitle } from '../data/menu.ts';
import { useT } from '../i18n/i18n.ts';
import { formatCount } from '../ui/format.ts';
import { State } from '../ui/State.tsx';
import type { InputProps } from './input.ts';
import {
  BUTTON,
  grantable,
  isUnfit,
  type MenuNode,
  parseMenuNodes,
  pickedState,
  togglePicked,
} from './menuTree.ts';

interface PartProps {
  node: MenuNode;
  holders: readonly Kind[];
  /** Why what does not fit them is greyed. */
  reason: string;
  picked: ReadonlySet<string>;
  toggle: (node: MenuNode, on: boolean) => void;
}

function Box({ node, holders, reason, picked, toggle }: PartProps) {
  const state = pickedState(node, picked, holders);
  const unfit = isUnfit(node, holders);
  return (
    <label className={unfit ? 'menu-box menu-unfit' : 'menu-box'} title={unfit ? reason : undefined}>
      <input
        type="checkbox"
        // What a role has from before may still be taken away.
        disabled={unfit && state === 'none'}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={(event) => toggle(node, event.target.checked)}
      />
      {localisedTitle(node.title)}
    </label>
  );
}

/** A view stands in one line with its buttons; a directory above what it holds. */
function Entry(props: PartProps) {
  const { node } = props;
  const buttons = node.children.filter((child) => child.type === BUTTON);
  const entries = node.children.filter((child) => child.type !== BUTTON);
  return (
    <li>
      <div className="menu-line">
        <Box {...props} />
        <span className="menu-buttons">
          {buttons.map((button) => (
            <Box key={button.id} {...props} node={button} />
          ))}
        </span>
      </div>
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} {...props} node={entry} />
          ))}
        </ul>
      )}
    </li>
  );
}

const fits = (node: MenuNode, word: string): boolean =>
  localisedTitle(node.title).toLowerCase().includes(word) || node.children.some((child) => fits(child, word));

const narrowed = (nodes: readonly MenuNode[], word: string): readonly MenuNode[] =>
  nodes
    .filter((node) => fits(node, word))
    .map((node) =>
      localisedTitle(node.title).toLowerCase().includes(word)
        ? node
        : { ...node, children: narrowed(node.children, word) },
    );

interface MenuPickerProps extends InputProps {
  /** Who holds the role that the menus are for. */
  holders: readonly Kind[];
}

/** Which menus and buttons are granted, as the tree people know from the menu itself. */
export function MenuPicker({ id, value, onChange, holders }: MenuPickerProps) {
  const t = useT('grid');
  const [word, setWord] = useState('');
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['sysMenu', 'list'],
    queryFn: ({ signal }) => call('sysMenu/list', undefined, { customCatch: true, signal }),
    staleTime: 60_000,
  });
  if (isPending) return <State kind="loading" inline />;
  if (isError) return <State kind="error" inline retry={() => void refetch()} />;
  const tree = parseMenuNodes(data);
  const picked = new Set(Array.isArray(value) ? value.map(String) : []);
  const toggle = (node: MenuNode, on: boolean) => onChange?.(togglePicked(tree, picked, node, on, holders));
  const outside = holders.filter((kind) => kind !== 'staff').map((kind) => t(`form.kinds.${kind}`));
  const kinds = outside.join(t('form.kindsAnd'));
  const reason = t('form.unfit', { kinds });
  return (
    <div className="menu-picker">
      <div className="menu-head">
        <input
          id={id}
          className="pd-input"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <span className="pd-muted pd-number">{t('form.picked', { count: formatCount(picked.size) })}</span>
        <button
          type="button"
          className="link-button"
          onClick={() => onChange?.(grantable(tree, holders).sort())}
        >
          {t('form.all')}
        </button>
        <button type="button" className="link-button" onClick={() => onChange?.([])}>
          {t('form.none')}
        </button>
      </div>
      {outside.length > 0 && <p className="menu-note pd-muted">{t('form.heldBy', { kinds })}</p>}
      <ul className="menu-tree">
        {narrowed(tree, word.trim().toLowerCase()).map((node) => (
          <Entry
            key={node.id}
            node={node}
            holders={holders}
            reason={reason}
            picked={picked}
            toggle={toggle}
          />
        ))}
      </ul>
    </div>
  );
}
