import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { SessionKeys } from '../session/keys.ts';
import { mountApps } from './appRoutes.ts';
import { mountConfig } from './configRoutes.ts';
import { mountConsts } from './constRoutes.ts';
import { mountDicts } from './dictRoutes.ts';
import { mountLayouts } from './layoutRoutes.ts';
import { mountExceptionGroups } from './exceptionGroups.ts';
import { mountLogs } from './logRoutes.ts';
import { mountMenus } from './menuRoutes.ts';
import { mountNoticeReaders } from './noticeReaders.ts';
import { mountNotices } from './noticeRoutes.ts';
import { mountPublishedLayouts } from './publishedRoutes.ts';
import { mountOpenAccess } from './openAccess.ts';
import { mountOwnRecord } from './ownRecord.ts';
import { mountPeopleLists } from './peopleLists.ts';
import { mountRolePreview } from './rolePreview.ts';
import { mountRoles } from './roleRoutes.ts';
import { mountSchedule } from './scheduleRoutes.ts';
import { mountSavedViews } from './savedViewRoutes.ts';
import { mountUserSettings } from './settingRoutes.ts';
import { mountUserMenus } from './userMenuRoutes.ts';
import { mountUsers } from './userRoutes.ts';

/** The system's own calls (spec, §7); what is generic about its resources the engine serves. */
export function mountSystem(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountConfig(app, deps);
  mountConsts(app, deps);
  mountDicts(app, deps);
  mountMenus(app, deps);
  mountApps(app, deps, keys);
  mountUserMenus(app, deps);
  mountLogs(app, deps);
  mountExceptionGroups(app, deps);
  mountUsers(app, deps);
  mountRoles(app, deps);
  mountRolePreview(app, deps);
  mountPeopleLists(app, deps);
  mountOwnRecord(app, deps);
  mountNotices(app, deps);
  mountNoticeReaders(app, deps);
  mountOpenAccess(app, deps);
  mountSchedule(app, deps);
  mountUserSettings(app, deps);
  mountLayouts(app, deps);
  mountPublishedLayouts(app, deps);
  mountSavedViews(app, deps);
}
