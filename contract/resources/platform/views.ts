import { sysDatabase } from '../develop/sysDatabase.ts';
import { mqttClient } from './mqttClient.ts';
import { sysCache } from './sysCache.ts';
import { sysInfoSetting } from './sysInfoSetting.ts';
import { sysJob } from './sysJob.ts';
import { sysTest } from './sysTest.ts';
import { sysServer } from './sysServer.ts';
import { workflow } from './workflow.ts';

/** Views of tools that serve no rows of their own. */
export const TOOL_VIEWS = [
  sysInfoSetting,
  sysJob,
  sysServer,
  sysCache,
  sysTest,
  sysDatabase,
  workflow,
  mqttClient,
];
