import { useEffect } from 'react';
import { commands, useCaller, useCommands, useT } from '../../kit/index.ts';
import { saveMessages } from './exportMessages.ts';
import type { LogEvent, Received } from './messageLog.ts';
import { isOpen, type Line } from './useConnection.ts';

const BOXES = ['find', 'subscribe', 'publish'] as const;

interface VerbPorts {
  tabId: string;
  line: Line;
  hasBroker: boolean;
  paused: boolean;
  follows: boolean;
  shown: readonly Received[];
  connect: () => void;
  disconnect: () => void;
  tell: (event: LogEvent) => void;
  newest: () => void;
  to: (box: (typeof BOXES)[number]) => void;
}

export const VERBS = {
  buttons: ['mqttClient.connect', 'mqttClient.pause', 'mqttClient.clear', 'mqttClient.newest'],
  more: ['mqttClient.csv', 'mqttClient.json'],
} as const;

/** Everything that keys, buttons and the palette do in this view. */
export function useVerbs(ports: VerbPorts): void {
  const { tabId, line, hasBroker, paused, follows, shown, tell } = ports;
  const t = useT('platform');
  const { can } = useCaller();
  const open = isOpen(line);
  const empty = shown.length === 0;
  useEffect(() => commands.refresh(tabId), [tabId, open, hasBroker, paused, follows, empty]);
  const some = () => !empty || t('mqttClient.empty');
  useCommands(tabId, [
    {
      id: 'mqttClient.connect',
      label: () => t(open ? 'mqttClient.actions.disconnect' : 'mqttClient.actions.connect'),
      icon: 'link',
      keys: ['c'],
      when: () => can('mqttClient:connect') && (hasBroker || t('mqttClient.choose')),
      run: () => (open ? ports.disconnect() : ports.connect()),
    },
    {
      id: 'mqttClient.pause',
      label: () => t(paused ? 'mqttClient.actions.resume' : 'mqttClient.actions.pause'),
      icon: paused ? 'play' : 'pause',
      keys: ['p'],
      run: () => tell({ kind: 'paused', paused: !paused }),
    },
    {
      id: 'mqttClient.clear',
      label: () => t('mqttClient.actions.clear'),
      icon: 'close',
      keys: ['x'],
      when: some,
      run: () => tell({ kind: 'cleared' }),
    },
    {
      id: 'mqttClient.newest',
      label: () => t('mqttClient.actions.newest'),
      icon: 'down',
      keys: ['n'],
      when: () => (follows ? t('mqttClient.follows') : true),
      run: ports.newest,
    },
    ...(['csv', 'json'] as const).map((kind) => ({
      id: `mqttClient.${kind}`,
      label: () => t(`mqttClient.actions.${kind}`),
      icon: 'download' as const,
      ...(kind === 'csv' && { keys: ['e'] }),
      when: some,
      run: () => saveMessages(shown, kind),
    })),
    ...BOXES.map((box) => ({
      id: `mqttClient.to.${box}`,
      label: () => t(`mqttClient.to.${box}`),
      icon: 'edit' as const,
      keys: [{ find: '/', subscribe: 's', publish: 'w' }[box]],
      guard: 0,
      run: () => ports.to(box),
    })),
  ]);
}
