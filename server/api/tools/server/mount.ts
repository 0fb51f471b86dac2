import type { FastifyInstance } from 'fastify';
import type { DiskState, ServerState } from '../../../../contract/serverState.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { route } from '../../../platform/http/route.ts';
import { timeText } from '../../../platform/http/zone.ts';
import { TtlCache } from '../../../platform/ttlCache.ts';
import { databaseState, eventState, peersOf, queueStates } from './database.ts';
import { diskOf, hostOf, LIBRARIES } from './host.ts';
import { ServerSampler } from './sampler.ts';

const PERMISSION = { anyOf: ['sysServer:page'] } as const;
/** Who looks at the same time shares one reading of the database. */
const FRESH_MS = 2_000;
const GIB = 1024 ** 3;

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`;
const sizeText = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GB`;

/** How long, as people say it: 3 d 4 h 5 min. */
function spanText(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3_600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  );
  return `${days} d ${hours} h ${minutes} min`;
}

/** Sizes in GiB, as the family's clients show them. */
const familyDisk = ({ size, free }: DiskState) => ({
  diskName: 'data',
  typeName: 'Fixed',
  totalSize: Math.round(size / GIB),
  totalFree: Math.round(free / GIB),
  availableFreeSpace: Math.round(free / GIB),
  used: Math.round((size - free) / GIB),
  availablePercent: Math.round((free / size) * 100),
});

/** The same as the family's clients read it: texts and whole numbers. */
function mountForFamily(
  app: FastifyInstance,
  { env }: AppDeps,
  sampler: ServerSampler,
  startedAt: Date,
): void {
  route(app, {
    method: 'GET',
    url: '/api/sysServer/serverBase',
    permission: PERMISSION,
    summary: 'The machine and the runtime of this server',
    handler: async ({ request }) => {
      const host = hostOf(startedAt);
      const stage = env.production ? 'Production' : env.demo ? 'Demo' : 'Development';
      return {
        hostName: host.name,
        systemOs: host.system,
        osArchitecture: host.architecture,
        processorCount: String(host.processors),
        sysRunTime: spanText(host.machineSeconds),
        remoteIp: request.ip,
        localIp: request.socket.localAddress ?? '',
        frameworkDescription: host.runtime,
        environment: stage,
        // Where the files are is nobody's business.
        wwwroot: '',
        stage,
      };
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysServer/serverUsed',
    permission: PERMISSION,
    summary: 'How much of the memory and the processors is used',
    handler: async ({ caller }) => {
      const { totalMemory } = hostOf(startedAt);
      const { usedMemory, cpu } = sampler.latest();
      return {
        freeRam: sizeText(totalMemory - usedMemory),
        usedRam: sizeText(usedMemory),
        totalRam: sizeText(totalMemory),
        ramRate: percent(usedMemory, totalMemory),
        cpuRate: percent(cpu, 1),
        startTime: timeText(startedAt, caller.timeZone),
        runTime: spanText(Math.floor(process.uptime())),
      };
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysServer/serverDisk',
    permission: PERMISSION,
    summary: 'The disk of the data of this server, in GiB',
    handler: async () => [await diskOf(env.dataDir)].flatMap((disk) => (disk ? familyDisk(disk) : [])),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysServer/assemblyList',
    permission: PERMISSION,
    summary: 'The libraries that this server runs with, and their versions',
    handler: async () => LIBRARIES,
  });
}

/** How this server, its machine and the database are; nothing that names paths, addresses of others or settings. */
export function mountServerState(app: FastifyInstance, deps: AppDeps): void {
  const { clock, env } = deps;
  const startedAt = new Date(clock.now().getTime() - process.uptime() * 1_000);
  const sampler = new ServerSampler(clock);
  sampler.start();
  app.addHook('onClose', async () => sampler.stop());
  const kept = new TtlCache<Pick<ServerState, 'database' | 'queues' | 'events' | 'servers'>>({
    ttlMs: FRESH_MS,
    name: 'serverState',
  });
  const ofDatabase = async () => ({
    database: await databaseState(deps),
    queues: await queueStates(deps.pool),
    events: await eventState(deps.pool),
    servers: await peersOf(deps.pool, deps.serverId),
  });

  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysServer/state',
    permission: PERMISSION,
    summary: 'Processor, memory, disk, database, queues and events of the last minutes',
    handler: async (): Promise<ServerState> => ({
      host: hostOf(startedAt),
      samples: sampler.samples(),
      disk: await diskOf(env.dataDir),
      ...(await kept.get('state', ofDatabase)),
    }),
  });
  mountForFamily(app, deps, sampler, startedAt);
}
