/** The product's own line icons; the client draws each (src/kit/ui/Icon.tsx). */
const ICON_NAMES = [
  'dashboard',
  'orders',
  'payOrders',
  'merchant',
  'channel',
  'upstream',
  'finance',
  'report',
  'bank',
  'usdt',
  'log',
  'system',
  'platform',
  'develop',
  'message',
  'help',
  'search',
  'globe',
  'sun',
  'moon',
  'auto',
  'lock',
  'bell',
  'user',
  'settings',
  'zen',
  'close',
  'check',
  'right',
  'down',
  'menu',
  'keyboard',
  'external',
  'copy',
  'edit',
  'layout',
  'plus',
  'more',
  'refresh',
  'filter',
  'columns',
  'download',
  'save',
  'undo',
  'redo',
  'pin',
  'popout',
  'maximize',
  'link',
  'pause',
  'play',
  'clock',
  'calendar',
  'warning',
  'claim',
  'settle',
  'notify',
  'eye',
  'eyeOff',
  'logout',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

const NAMES: ReadonlySet<unknown> = new Set(ICON_NAMES);
export const isIconName = (name: unknown): name is IconName => NAMES.has(name);

/** Families whose icons other clients of the contract draw: Element Plus, iconfont, Font Awesome. */
const FAMILIES = /^(?:ele-[A-Z][A-Za-z0-9]*|(?:iconfont )?icon-[\w-]+|(?:fa )?fa-[\w-]+)$/;

/** What a menu entry may name as its icon. */
export const isMenuIcon = (name: string): boolean => isIconName(name) || FAMILIES.test(name);
