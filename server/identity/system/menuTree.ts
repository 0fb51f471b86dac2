import { placeOf } from '../../../contract/familyPaths.ts';
import { codesOf } from '../../../contract/permissions.ts';
import { VIEW_PARTS, withParts } from '../../../contract/viewParts.ts';
import { DEVELOP } from './menu/develop.ts';
import { LOG_MANAGEMENT, LOGS } from './menu/logs.ts';
import { PLATFORM } from './menu/platform.ts';
import { SYSTEM } from './menu/system.ts';

/** An entry of the menu as the product ships it. Titles are keys of locales/<lang>/menu.json. */
export interface MenuNode {
  /** Resource or view id for a view; unique. */
  name: string;
  title: string;
  icon?: string;
  path: string;
  component: string;
  redirect?: string;
  isLink?: string;
  /** The link is shown as a panel, not opened in a window. */
  isIframe?: boolean;
  isAffix?: boolean;
  /** In no menu, and opened from elsewhere. */
  isHide?: boolean;
  /** Permission codes that get a button below the view. */
  buttons: readonly string[];
  children: readonly MenuNode[];
}

/** Rights that say something else of their view than the word for their verb does of others. */
const OWN_TITLES: Readonly<Record<string, string>> = {
  'sysNotice:cancel': 'button.withdraw',
  'mqttClient:publish': 'button.publishMessage',
};

/** Of the rights of a part the words say so: menu.json `part`. */
export const buttonTitle = (view: string, permission: string): string => {
  const own = OWN_TITLES[permission];
  if (own) return own;
  const [resource = '', verb = ''] = permission.split(':');
  return VIEW_PARTS[view]?.includes(resource) ? `part.${verb}` : `button.${verb}`;
};

function view(area: string, name: string): MenuNode {
  const buttons = withParts(name).flatMap(codesOf);
  if (buttons.length === 0)
    throw new Error(
      `the menu names ${name}, which is no resource and not among VIEWS in contract/permissions.ts`,
    );
  return {
    name,
    title: name,
    ...placeOf(area, name),
    buttons,
    children: [],
  };
}

function directory(name: string, icon: string, names: readonly string[]): MenuNode {
  const children = names.map((child) => view(name, child));
  const redirect = children[0]?.path;
  return {
    name,
    title: `area.${name}`,
    icon,
    path: `/${name}`,
    component: 'Layout',
    redirect,
    buttons: [],
    children,
  };
}

/** A page of the server that is embedded, opened by its address alone; whoever may open another view has it. */
const withHiddenPage = (area: MenuNode, name: string, isLink: string): MenuNode => ({
  ...area,
  children: [
    ...area.children,
    {
      name,
      title: name,
      ...placeOf(area.name, name),
      isLink,
      isIframe: true,
      isHide: true,
      buttons: [],
      children: [],
    },
  ],
});

const dashboard: MenuNode = {
  name: 'dashboard',
  title: 'dashboard',
  icon: 'dashboard',
  ...placeOf('dashboard', 'dashboard'),
  isAffix: true,
  buttons: codesOf('dashboard'),
  children: [
    {
      // Opened from the bell.
      name: 'notice',
      title: 'notice',
      path: '/dashboard/notice',
      component: '/home/notice/index',
      isHide: true,
      buttons: [],
      children: [],
    },
    {
      // Opened from the person's own menu.
      name: 'sysUserCenter',
      title: 'sysUserCenter',
      path: '/system/userCenter',
      component: '/system/user/component/userCenter',
      isHide: true,
      buttons: [],
      children: [],
    },
  ],
};

const help: MenuNode = {
  name: 'help',
  title: 'area.help',
  icon: 'help',
  path: '/help',
  component: 'Layout',
  buttons: [],
  children: [
    {
      // The directory has the name of the view.
      name: 'userGuide',
      title: 'userGuide',
      ...placeOf('help', 'help'),
      buttons: [],
      children: [],
    },
    {
      name: 'about',
      title: 'about',
      ...placeOf('help', 'about'),
      buttons: [],
      children: [],
    },
    {
      name: 'apiDocs',
      title: 'apiDocs',
      path: '/help/apiDocs',
      component: 'Layout',
      isLink: '/api/docs',
      buttons: [],
      children: [],
    },
  ],
};

/** Only what there is: an entry appears with the view that it opens. */
export const MENU_TREE: readonly MenuNode[] = [
  dashboard,
  directory('business', 'merchant', [
    'merchant',
    'upstream',
    'channel',
    'channelBinding',
    'extensionRate',
    'userOtp',
    'openAccess',
  ]),
  directory('order', 'orders', [
    'collectOrder',
    'payOrder',
    'approval',
    'reviewItem',
    'orderNote',
    'shiftHandover',
    'callback',
  ]),
  directory('finance', 'finance', [
    'wallet',
    'merchantAsset',
    'fundDetail',
    'transaction',
    'trialBalance',
    'systemDetail',
    'withdrawal',
    'rechargeOrder',
    'manualOrder',
    'adjustment',
    'withdrawalTerm',
    'approvalRule',
  ]),
  directory('bank', 'bank', ['bankBill', 'payment', 'bankBatch', 'bankAccount', 'bankType']),
  directory('logs', 'report', LOGS),
  directory('log', 'log', LOG_MANAGEMENT),
  directory('system', 'system', SYSTEM),
  withHiddenPage(directory('platform', 'platform', PLATFORM), 'sysJobDashboard', '/schedule'),
  directory('develop', 'develop', DEVELOP),
  help,
];
