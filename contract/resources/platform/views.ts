import { sysCache } from './sysCache.ts';
import { sysServer } from './sysServer.ts';

/** Views of tools that serve no rows of their own. */
export const TOOL_VIEWS = [sysServer, sysCache];
