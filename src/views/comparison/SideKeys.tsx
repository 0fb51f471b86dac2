import { type IconName, toast, useT } from '../../kit/index.ts';
import { idOf } from '../../resource/actions/commandId.ts';
import { closeLast } from '../../resource/closeLast.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import type { PanelCommand, ResourcePanel } from '../../resource/useResourcePanel.ts';
import type { Alignment } from './alignment.ts';
import { placeOf } from './useInStep.ts';

interface SideKeysProps {
  panel: ResourcePanel;
  alignment: Alignment;
  at: number;
}

const TEXT: ReadonlySet<string> = new Set(['string', 'number']);

/** What the rows across say, the nearest side first: a field of the sheet of that name begins with it. */
function valuesAcross({ panel, alignment, at }: SideKeysProps): Record<string, unknown> {
  const [row] = panel.model.targets.rows();
  if (!row || panel.model.targets.count() !== 1) return {};
  const others = alignment.sides.flatMap((_, other) =>
    other === at ? [] : (alignment.across(at, row, other) ?? []),
  );
  const values: Record<string, unknown> = {};
  for (const each of others)
    for (const [name, value] of Object.entries(each))
      if (!(name in values) && TEXT.has(typeof value) && value !== '') values[name] = value;
  return values;
}

/** Verbs of the list, begun with what the row across says: its order number, its reference. */
function useVerbs(props: SideKeysProps): PanelCommand[] {
  const { panel } = props;
  const { resource } = panel.model;
  const begun = new Map(panel.actions.names.map((name) => [idOf(resource, name), name]));
  return panel.commands.map((command) => {
    const name = begun.get(command.id);
    if (name === undefined || !panel.actions.get(name).input) return command;
    return { ...command, run: () => panel.actions.start(name, valuesAcross(props)) };
  });
}

/** The ways through the comparison, from the side that has the keys. */
function useSteps({ panel, alignment, at }: SideKeysProps): PanelCommand[] {
  const t = useT('comparison');
  const place = (): number | undefined => placeOf(panel.area.current?.ownerDocument.activeElement);
  async function go(back: boolean): Promise<void> {
    const next = await alignment.next(place() ?? (panel.handle.current?.first() ?? 0) - 1, back);
    if (next === undefined) toast.info(t('noMore'), { key: 'comparison.noMore' });
    else panel.handle.current?.focusAt(next);
  }
  const step = (id: string, key: string, icon: IconName, run: () => void | Promise<void>): PanelCommand => ({
    id: `comparison.${id}`,
    label: () => t(`keys.${id}`),
    icon,
    keys: [key],
    rowless: true,
    guard: 0,
    shown: true,
    run,
  });
  return [
    step('next', 'd', 'down', () => go(false)),
    step('previous', 'shift+d', 'down', () => go(true)),
    step('apart', 't', 'filter', () => {
      const { part } = alignment.state();
      alignment.setPart({ ...part, show: part.show === 'apart' ? 'all' : 'apart' });
    }),
    step('side', 'w', 'columns', () =>
      alignment.sides[(at + 1) % alignment.sides.length]!.screen?.focusAt(place() ?? 0),
    ),
  ];
}

/** The keys of the side under the keyboard. */
export function SideKeys(props: SideKeysProps) {
  const { panel } = props;
  const { tabId, actions } = panel;
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek: () => panel.setPeek(!panel.peek),
    open: () => panel.setPeek(true),
    back: () => closeLast(panel),
    more: [...useSteps(props), ...useVerbs(props)],
  });
  return null;
}
