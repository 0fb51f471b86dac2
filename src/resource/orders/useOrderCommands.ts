import type { Resource } from '../../../contract/resource.ts';
import { openView, translate, useCaller } from '../../kit/index.ts';
import { focusNote } from '../notes/noteFocus.ts';
import { followers } from '../link/followers.ts';
import type { PanelCommand, ResourcePanel } from '../useResourcePanel.ts';

/** The verbs of an order screen: those of its definition, and the ways to what belongs to an order. */
export function useOrderCommands(
  resource: Resource,
  { tabId, words, current, commands, setPeek }: ResourcePanel,
): readonly PanelCommand[] {
  const { can } = useCaller();
  const way = (view: string, icon: string, args: (orderNo: unknown) => Record<string, unknown>) => ({
    id: `${resource.id}.${view}`,
    label: () => translate(`orders:intents.${view}`),
    icon,
    when: (): true | string => (current ? true : words.select('one')),
    run: () => (current ? openView(view, args(current.orderNo)) : undefined),
  });
  return [
    ...commands,
    ...(can('orderNote:write')
      ? [
          {
            id: `${resource.id}.note`,
            label: () => translate('orders:notes.write'),
            icon: 'edit',
            keys: ['n'],
            when: (): true | string => (current ? true : words.select('one')),
            run() {
              setPeek(true);
              focusNote(tabId);
            },
          },
        ]
      : []),
    ...(can('fundDetail:page')
      ? [
          {
            ...way('fundDetail', 'finance', (orderNo) =>
              // The panel that follows this order shows them already.
              followers.has('fundDetail', orderNo) ? {} : { orderNo },
            ),
            keys: ['d'],
          },
        ]
      : []),
    ...(can('callback:page') ? [way('callback', 'notify', (orderNo) => ({ orderNo }))] : []),
    ...(can('orderLog:page') ? [way('orderLog', 'log', (orderNo) => ({ orderNo }))] : []),
  ];
}
