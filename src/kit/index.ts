/** The one door of the kit. Widgets import from here and from nowhere else. */
export { addressOf } from './address.ts';
export { chordLabel, parseChord } from './commands/chord.ts';
export { attachKeys } from './commands/keys.ts';
export { isTyping } from './commands/typing.ts';
export { type Command, commands } from './commands/registry.ts';
export { useActiveScope, useCommands, useScopeCommands } from './commands/useCommands.ts';
export { known } from './data/known.ts';
export { type CallOptions, call, download, fetchFile } from './data/call.ts';
export { CallError, isCallError, isUnreachable } from './data/CallError.ts';
export { commandKey } from './data/commandKey.ts';
export { copyText } from './data/copyText.ts';
export { type DictOption, dict, dictLabel, dictTone, useDict } from './data/dict.ts';
export { events } from './data/events.ts';
export { type Connection, connectionAtom, delayAtom } from './data/line.ts';
export {
  isOpen,
  jobLink,
  jobTellers,
  noteProgress,
  ownJobs,
  percentOf,
  recountJobs,
  tellBroken,
  tellFile,
} from './data/jobs.ts';
export {
  type LayoutBase,
  type LayoutDetail,
  type LayoutKind,
  type LayoutSave,
  type LayoutSummary,
  type LayoutVersion,
  type Publication,
  type PublishedLayout,
  layoutApi,
} from './data/layout.ts';
export { issuePass } from './data/issuePass.ts';
export { EMBED, type MenuEntry, menu, menuAtom, menuTitle } from './data/menu.ts';
export { operatorName } from './data/operator.ts';
export { queryClient } from './data/query.ts';
export { passkeysWork, proveByPasskey } from './data/passkey.ts';
export { type Caller, type Profile, askOtp, caller, profileAtom, useCaller } from './data/session.ts';
export { StreamRefused, readEvents } from './data/stream.ts';
export { serverNow } from './data/token.ts';
export { pause } from './data/pause.ts';
export { fileName, saveFile } from './data/saveFile.ts';
export { useStaleSince } from './data/useStaleSince.ts';
export { untilAnswered } from './data/unanswered.ts';
export { getUserSetting, setUserSetting, useUserSetting } from './data/userSetting.ts';
export { attachDocument } from './documents.ts';
export { type Translate, translate, translateIfAny, useT } from './i18n/i18n.ts';
export { type Locale, langTag } from '../../contract/locales.ts';
export { currentLocale, localeAtom, localised } from './i18n/locale.ts';
export {
  LINK_COLOURS,
  coloursOf,
  type LinkColour,
  type LinkContext,
  type LinkState,
  type Replaces,
  link,
  useLink,
} from './link.ts';
export { type Preferences, preferences, preferencesAtom, zoneAtom } from './preferences.ts';
export { plainText } from './plainText.ts';
export { sitting } from './sitting.ts';
export { storage } from './storage.ts';
export { Avatar } from './ui/Avatar.tsx';
export { Choice } from './ui/Choice.tsx';
export { FindBox } from './ui/FindBox.tsx';
export { SideButtons } from './ui/SideButtons.tsx';
export { ContextMenu, MenuItem, SubMenu } from './ui/ContextMenu.tsx';
export { Chart, type ChartProps } from './ui/Chart.tsx';
export { dayIn, offsetOf, timeIn } from './ui/clock.ts';
export { DictTag } from './ui/DictTag.tsx';
export { FileButton, JSON_FILES } from './ui/FileButton.tsx';
export { Icon } from './ui/Icon.tsx';
export type { IconName } from '../../contract/icons.ts';
export {
  formatBytes,
  formatCount,
  formatInstant,
  formatMoney,
  formatPrice,
  formatRate,
  middle,
  signOf,
  toneOf,
} from './ui/format.ts';
export { gridHeights, gridParams } from './ui/grid.ts';
export { HeldJob } from './ui/HeldJob.tsx';
export { Key } from './ui/Key.tsx';
export { Money } from './ui/Money.tsx';
export { part, usePartReady } from './ui/part.tsx';
export { PartBoundary } from './ui/PartBoundary.tsx';
export { Popover } from './ui/Popover.tsx';
export { PopoverItem } from './ui/PopoverItem.tsx';
export { formatSpan } from './ui/span.ts';
export { Scrolled } from './ui/Scrolled.tsx';
export { State, type StateKind } from './ui/State.tsx';
export { Unanswered } from './ui/Unanswered.tsx';
export { VirtualList } from './ui/VirtualList.tsx';
export { tokens, useTheme } from './ui/theme.ts';
export type { Mode, Size, Tokens, Tone } from './ui/tokens.ts';
export { type ToastOptions, toast } from './ui/toast.ts';
export { VisibilityContext, useVisible, useWindowVisible } from './ui/visible.ts';
export { ZONES, sameZone } from './ui/zones.ts';
export { type Draft, drafts } from './drafts.ts';
export { keyDocumentsAtom } from './commands/keys.ts';
export { type Carried, type Offer, carriedAtom, rowDrops } from './rowDrop.ts';
export { handoverWantedAtom } from './handover.ts';
export { isUnfinished, onScreen, unfinishedAtom, useUnfinished } from './unfinished.ts';
export { watchSize } from './watchSize.ts';
export { type View, type ViewProps, defineView, openView } from './view.ts';
export {
  type SettingChoice,
  type SettingChoices,
  type Settings,
  type Widget,
  type WidgetProps,
  defineWidget,
} from './widget.ts';
export {
  type Figures,
  type WidgetHost,
  RefreshContext,
  WidgetHostContext,
  useDaysOf,
  useFigures,
  useLive,
  useLiveList,
  useWidgetNote,
} from './widgetHost.ts';
export { zenAtom } from './zen.ts';
export { InWorkWindow, workDocument } from './workWindow.tsx';
