import { type ReactNode, useState } from 'react';
import { Avatar } from '../../kit/ui/Avatar.tsx';
import { Chart } from '../../kit/ui/Chart.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';
import { ContextMenu, MenuItem, SubMenu } from '../../kit/ui/ContextMenu.tsx';
import { DictTag } from '../../kit/ui/DictTag.tsx';
import { FindBox } from '../../kit/ui/FindBox.tsx';
import { HeldJob } from '../../kit/ui/HeldJob.tsx';
import { Icon } from '../../kit/ui/Icon.tsx';
import { Key } from '../../kit/ui/Key.tsx';
import { Money } from '../../kit/ui/Money.tsx';
import { FileButton, JSON_FILES } from '../../kit/ui/FileButton.tsx';
import { Popover } from '../../kit/ui/Popover.tsx';
import { PopoverItem } from '../../kit/ui/PopoverItem.tsx';
import { Scrolled } from '../../kit/ui/Scrolled.tsx';
import { SideButtons } from '../../kit/ui/SideButtons.tsx';
import { State, type StateKind } from '../../kit/ui/State.tsx';
import { Unanswered } from '../../kit/ui/Unanswered.tsx';
import { VirtualList } from '../../kit/ui/VirtualList.tsx';

const none = () => undefined;
const STATES: readonly StateKind[] = ['empty', 'loading', 'error', 'forbidden', 'stale'];
const BARS = {
  xAxis: { type: 'category', data: ['Mon', 'Tue', 'Wed'] },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', data: [12, 20, 15] }],
};
const ROWS = Array.from({ length: 5_000 }, (_, index) => `Row ${index + 1}`);
const HELD = { id: '1', total: 900, confirmed: 900, startsInMs: 9_000 };
const FAILED = { error: new Error('The server did not answer.'), isPending: false, refetch: none };

/** Opens where it is pressed, as a menu of a row does by the right button. */
function MenuSample() {
  const [at, setAt] = useState<{ x: number; y: number }>();
  const close = () => setAt(undefined);
  return (
    <>
      <button type="button" className="pd-button" onClick={({ clientX: x, clientY: y }) => setAt({ x, y })}>
        ContextMenu
      </button>
      {at && (
        <ContextMenu at={at} label="Menu" about="C2611" onClose={close}>
          <MenuItem icon="claim" keys="c" onSelect={close}>
            An entry
          </MenuItem>
          <MenuItem icon="settle" why="It is settled already" onSelect={close}>
            One that cannot be chosen now
          </MenuItem>
          <SubMenu label="More">
            <MenuItem onSelect={close}>An entry of a submenu</MenuItem>
          </SubMenu>
        </ContextMenu>
      )}
    </>
  );
}

/** Every component of the kit that draws something, by the name of its file. */
export const COMPONENT_SAMPLES: Readonly<Record<string, ReactNode>> = {
  Avatar: (
    <>
      <Avatar name="Asha Rao" size={18} />
      <Avatar name="王小明" />
      <Avatar name="admin" size={48} />
    </>
  ),
  Icon: (['orders', 'finance', 'merchant', 'search', 'warning'] as const).map((name) => (
    <Icon key={name} name={name} />
  )),
  Key: <Key keys="mod+shift+s" />,
  Money: (
    <>
      <Money amount="18400.00" currency="INR" code /> <Money amount="-1874.81" currency="INR" signed />
    </>
  ),
  DictTag: [1, 2].map((value) => <DictTag key={value} dict="statusEnum" value={value} />),
  FindBox: <FindBox label="Find" value="" set={none} />,
  SideButtons: (
    <SideButtons label="Sides" sides={['one', 'two']} side="one" turn={none}>
      {(side) => side}
    </SideButtons>
  ),
  Choice: (
    <Choice
      label="Period"
      value="24"
      options={[
        { value: '24', text: 'Last 24 h' },
        { value: '168', text: 'Last 7 days' },
      ]}
      set={none}
    />
  ),
  FileButton: <FileButton label="Import" accept={JSON_FILES} take={none} />,
  Popover: (
    <Popover className="pd-button" face="Popover">
      {(close) => <PopoverItem onClick={close}>An entry</PopoverItem>}
    </Popover>
  ),
  ContextMenu: <MenuSample />,
  PopoverItem: (
    <>
      <PopoverItem onClick={none}>An entry</PopoverItem>
      <PopoverItem onClick={none} checked>
        A chosen entry
      </PopoverItem>
      <PopoverItem onClick={none} danger>
        A dangerous entry
      </PopoverItem>
      <PopoverItem onClick={none} disabled>
        An entry that is refused
      </PopoverItem>
    </>
  ),
  Scrolled: (
    <Scrolled className="gallery-list" label="A long text">
      {ROWS.slice(0, 40).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Scrolled>
  ),
  State: STATES.map((kind) => <State key={kind} kind={kind} inline retry={none} />),
  Unanswered: <Unanswered query={FAILED} />,
  VirtualList: (
    <VirtualList
      className="gallery-list"
      items={ROWS}
      keyOf={(text) => text}
      textOf={(text) => text}
      aria-label="5,000 rows"
      walk
    >
      {(text) => <PopoverItem onClick={none}>{text}</PopoverItem>}
    </VirtualList>
  ),
  HeldJob: <HeldJob job={HELD} title="Notify 900 orders" />,
  Chart: <Chart option={BARS} label="Orders a day" height={120} />,
};
