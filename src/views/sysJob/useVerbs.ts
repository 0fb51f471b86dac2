import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BoardJob, type FailedJob, JOB_KIND, TRIGGER } from '../../../contract/jobBoard.ts';
import {
  type Command,
  type Translate,
  call,
  commandKey,
  commands,
  toast,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';

export type Side = 'jobs' | 'failed';
export type Open = 'add' | 'update' | 'trigger' | 'delete' | { trigger: string } | undefined;

interface VerbsOptions {
  tabId: string;
  side: Side;
  turn: (side: Side) => void;
  job: BoardJob | undefined;
  failed: FailedJob | undefined;
  open: (form: Open) => void;
  /** Whether the row that a key acts on is seen, else what to say. */
  sight: (isInPanel: boolean) => true | string;
}

type Send = (path: string, body: object, text: string) => Promise<void>;

interface Ports extends VerbsOptions {
  t: Translate;
  can: (code: string) => boolean;
  send: Send;
}

const isOwn = (job: BoardJob | undefined): boolean => job?.kind === JOB_KIND.request;
const isPaused = (job: BoardJob | undefined): boolean =>
  job !== undefined && (job.paused || job.triggers.some(({ status }) => status === TRIGGER.paused));

/** What is done with the chosen job. */
function jobVerbs({ t, can, send, job, open, sight }: Ports): Command[] {
  const verb = (
    name: 'run' | 'pause' | 'start' | 'cancel',
    [path, right]: readonly [string, string],
    when: boolean | string,
    more: Partial<Command>,
  ): Command => ({
    id: `sysJob.${name}`,
    label: () => t(`sysJob.actions.${name}`),
    when: () => can(`sysJob:${right}`) && (job ? when : t('sysJob.choose')),
    about: () => job?.jobId,
    sight,
    run: () => send(path, { jobId: job?.jobId }, t(`sysJob.done.${name}`, { job: job?.jobId })),
    ...more,
  });
  const vital = t('sysJob.vital');
  return [
    verb('run', ['runJob', 'run'], true, { icon: 'play', keys: ['x'], shown: true }),
    verb('pause', ['pauseJob', 'run'], job?.pausable === true ? !isPaused(job) : vital, {
      icon: 'pause',
      keys: ['p'],
    }),
    verb('start', ['startJob', 'run'], isPaused(job), { icon: 'play', keys: ['s'] }),
    verb('cancel', ['cancelJob', 'run'], isOwn(job) || vital, {}),
    {
      id: 'sysJob.delete',
      label: () => t('sysJob.actions.delete'),
      keys: ['d'],
      when: () => can('sysJob:delete') && (job ? isOwn(job) || vital : t('sysJob.choose')),
      about: () => job?.jobId,
      sight,
      run: () => open('delete'),
    },
  ];
}

/** Forms for requests. */
function formVerbs({ t, can, job, open, sight }: Ports): Command[] {
  const form = (
    name: 'add' | 'update' | 'trigger',
    label: string,
    right: string,
    key: string,
    own: boolean,
  ): Command => ({
    id: `sysJob.${name}`,
    label: () => t(`sysJob.actions.${label}`),
    keys: [key],
    when: () => can(`sysJob:${right}`) && (!own || isOwn(job) || t(job ? 'sysJob.vital' : 'sysJob.choose')),
    ...(own && { sight }),
    run: () => open(name),
  });
  return [
    form('add', 'add', 'add', 'a', false),
    form('update', 'update', 'update', 'e', true),
    form('trigger', 'addTrigger', 'update', 't', true),
  ];
}

function failedVerbs({ t, can, send, failed, sight }: Ports): Command[] {
  return [
    {
      id: 'sysJob.retry',
      label: () => t('sysJob.actions.retry'),
      icon: 'refresh',
      keys: ['x'],
      when: () =>
        can('sysJob:run') &&
        (failed ? failed.retryable || t('sysJob.notRetryable') : t('sysJob.chooseFailed')),
      sight,
      run: () => send('retryFailed', { id: failed?.id }, t('sysJob.done.retry')),
    },
  ];
}

/** Every verb of the board, by button, key and palette. @returns reading again */
export function useVerbs(options: VerbsOptions) {
  const { tabId, side, turn, job, failed } = options;
  const t = useT('platform');
  const { can } = useCaller();
  const client = useQueryClient();
  const reread = () => void client.invalidateQueries({ queryKey: ['sysJob'] });
  useEffect(() => commands.refresh(tabId), [tabId, side, job, failed]);
  const send: Send = async (path, body, text) => {
    await call(`sysJob/${path}`, body, { idempotencyKey: commandKey() });
    toast.success(text);
    reread();
  };
  const ports: Ports = { ...options, t, can, send };
  const all = (name: 'startAll' | 'pauseAll'): Command => ({
    id: `sysJob.${name}`,
    label: () => t(`sysJob.actions.${name}`),
    when: () => can('sysJob:run'),
    run: () => send(`${name}Job`, {}, t(`sysJob.actions.${name}`)),
  });
  useCommands(tabId, [
    ...(side === 'jobs' ? [...jobVerbs(ports), ...formVerbs(ports)] : failedVerbs(ports)),
    all('startAll'),
    all('pauseAll'),
    {
      id: 'sysJob.tab',
      label: () => t('sysJob.actions.tab'),
      icon: 'columns',
      keys: ['w'],
      run: () => turn(side === 'jobs' ? 'failed' : 'jobs'),
    },
    {
      id: 'sysJob.refresh',
      label: () => t('sysJob.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
  ]);
  return reread;
}
