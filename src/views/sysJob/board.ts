import { useQuery } from '@tanstack/react-query';
import { type BoardTrigger, type JobBoard, TRIGGER } from '../../../contract/jobBoard.ts';
import { type Tone, type Translate, call } from '../../kit/index.ts';

const EVERY_MS = 5_000;

export const useBoard = (visible: boolean) =>
  useQuery({
    queryKey: ['sysJob', 'board'],
    queryFn: ({ signal }) => call<JobBoard>('sysJob/board', {}, { customCatch: true, signal }),
    enabled: visible,
    refetchInterval: visible ? EVERY_MS : false,
    retry: false,
  });

export function toneOfStatus(status: number | undefined): Tone {
  if (status === TRIGGER.ready) return 'success';
  if (status === TRIGGER.running) return 'primary';
  if (status === TRIGGER.failed || status === TRIGGER.broken) return 'danger';
  return status === TRIGGER.paused ? 'warning' : 'info';
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
] as const;

/** `90000` → `90 s`: the largest unit that leaves nothing over. */
export function spanOf(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each && ms % each === 0) ?? UNITS[4];
  return `${ms / size} ${unit}`;
}

export const everyText = (t: Translate, { kind, args }: BoardTrigger): string =>
  kind === 'period' ? t('sysJob.every', { span: spanOf(Number(args)) }) : args;

export const tookText = (ms: number | null): string =>
  ms === null ? '' : ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms} ms`;
