import { alertIncident } from '../../../contract/resources/reports/alertIncident.ts';
import { alertRule } from '../../../contract/resources/reports/alertRule.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { incidentFigures } from './incident.ts';
import { alertRuleActions, alertRuleWrite } from './rule.ts';

export const servedByAlerts: readonly Served[] = [
  serve(alertRule, { commands: alertRuleActions, beforeWrite: alertRuleWrite }),
  serve(alertIncident, { detail: incidentFigures }),
];
