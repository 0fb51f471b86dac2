import { useAtom } from 'jotai';
import { type ViewProps, handoverWantedAtom, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { OfferSheet } from './OfferSheet.tsx';
import { PacketPeek } from './PacketPeek.tsx';

const CHIPS = ['status', 'toUserId', 'userId', 'createdAt'];

/** Shifts that were given, and where one's own is offered. */
export default function Handovers(props: ViewProps) {
  const t = useT('orders');
  const { can } = useCaller();
  // Asked for from wherever a person is: the palette, the menu of the person.
  const [isOpen, setOpen] = useAtom(handoverWantedAtom);
  const sheet = ({ close, refresh }: SheetPorts) => <OfferSheet close={close} refresh={refresh} />;
  const verbs = () =>
    can('shiftHandover:write')
      ? [
          {
            id: 'shiftHandover.offer',
            label: () => t('shiftHandover.actions.offer'),
            icon: 'plus',
            keys: ['n'],
            rowless: true,
            run: () => setOpen(true),
          },
        ]
      : [];
  return (
    <ResourceView
      {...props}
      resource="shiftHandover"
      chips={CHIPS}
      verbs={verbs}
      peek={PacketPeek}
      sheet={isOpen ? { close: () => setOpen(false), draw: sheet } : undefined}
    />
  );
}
