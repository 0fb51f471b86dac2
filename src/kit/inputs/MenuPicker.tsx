import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import type { Kind } from '../../../contract/audience.ts';
import { call } from '../data/call.ts';
import { localisedTitle } from '../data/menu.ts';
import { useT } from '../i18n/i18n.ts';
import { formatCount } from '../ui/format.ts';
import { State } from '../ui/State.tsx';
import { VirtualList } from '../ui/VirtualList.tsx';
import type { InputProps } from './input.ts';
import {
  BUTTON,
  grantable,
  isUnfit,
  type MenuNode,
  parseMenuNodes,
  pickedState,
  tenantMenus,
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

/** A view or a directory in one line with its buttons. */
function Line({ level, ...props }: PartProps & { level: number }) {
  const { node } = props;
  return (
    <div className="menu-line" style={{ '--level': level } as CSSProperties}>
      <Box {...props} />
      <span className="menu-buttons">
        {node.children.filter(isButton).map((button) => (
          <Box key={button.id} {...props} node={button} />
        ))}
      </span>
    </div>
  );
}

const isButton = ({ type }: MenuNode): boolean => type === BUTTON;

interface Entry {
  node: MenuNode;
  level: number;
}

/** Every view and directory, a directory above what it holds. */
const entriesOf = (nodes: readonly MenuNode[], level = 0): Entry[] =>
  nodes
    .filter((node) => !isButton(node))
    .flatMap((node) => [{ node, level }, ...entriesOf(node.children, level + 1)]);

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
  /** They are for a tenant, to whom what is the platform's is not offered. */
  isTenants: boolean;
}

/** Which menus and buttons are granted, as the tree people know from the menu itself. */
export function MenuPicker({ id, value, onChange, holders, isTenants }: MenuPickerProps) {
  const t = useT('grid');
  const [word, setWord] = useState('');
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['sysMenu', 'list'],
    queryFn: ({ signal }) => call('sysMenu/list', undefined, { customCatch: true, signal }),
    staleTime: 60_000,
  });
  if (isPending) return <State kind="loading" inline />;
  if (isError) return <State kind="error" inline retry={() => void refetch()} />;
  const whole = parseMenuNodes(data);
  const tree = isTenants ? tenantMenus(whole) : whole;
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
      {isTenants && <p className="menu-note pd-muted">{t('form.tenantMenus')}</p>}
      {outside.length > 0 && <p className="menu-note pd-muted">{t('form.heldBy', { kinds })}</p>}
      <VirtualList
        className="menu-tree"
        items={entriesOf(narrowed(tree, word.trim().toLowerCase()))}
        keyOf={({ node }) => node.id}
        row={({ level }) => ({ 'aria-level': level + 1 })}
      >
        {(entry) => <Line {...entry} holders={holders} reason={reason} picked={picked} toggle={toggle} />}
      </VirtualList>
    </div>
  );
}
